/** The values of the placeholders of a commit message template, by name. */
export type TemplateValues = Readonly<Record<string, string>>

/**
 * Fill the placeholders of a template in; one that has no value stays as it is. A line with nothing but empty ones is left out, with the
 * blank line before it.
 *
 * @param template  `%{title}` ...
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  const lines = template.split(/\r?\n/).flatMap(line => {
    const names = [...line.matchAll(/%\{(\w+)\}/g)].map(match => match[1] ?? '')
    const text = line.replace(/%\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    )
    return names.length > 0 && text.trim() === '' ? [] : [text]
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A message that a person has written; one that is blank is none, and the default takes its place. */
export const writtenMessage = (message: string | null | undefined): string | undefined =>
  message?.trim() ? message : undefined
