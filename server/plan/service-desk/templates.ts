import { type MailPlaceholder, mailPlaceholders } from '#contract/plan/service-desk/service-desk-texts.ts'

const isPlaceholder = (name: string): name is MailPlaceholder => Object.hasOwn(mailPlaceholders, name)

/** A text with the values of its placeholders, `%{ISSUE_ID}`; unknown ones stay. */
export const fillIn = (text: string, textFor: (name: MailPlaceholder) => string): string =>
  text.replace(/%\{\s*([A-Z_]{1,30})\s*\}/g, (all, name: string) => (isPlaceholder(name) ? textFor(name) : all))
