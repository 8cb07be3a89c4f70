import { IssueClosedIcon, IssueOpenedIcon, PeopleIcon, PersonIcon, TerminalIcon } from '@primer/octicons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { dayWords } from '#contract/day-words.ts'
import {
  completeCommands,
  completeContacts,
  completeIssues,
  completeLabels,
  completeMembers,
  completeMilestones,
} from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import { findEmojis } from '#web/foundation/emoji/emoji-table.ts'
import { useEmojiTable } from '#web/foundation/emoji/emojis.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import styles from './Completion.module.css'
import { type CompletionMatch, quotedName, ranked } from './completion.ts'
import type { CompletionContext } from './completion-context.ts'

/** An option, and the text that takes the place of what was typed. */
interface CompletionOption extends Option {
  readonly insert: string
}

/** Lists that arrived whole are searched here; a list that was cut off at this length is searched by the server too. */
const cutOffAt = 100
const keptMs = 60_000

/** Fetch what the first keys will want, so that the list is there at once. */
export function warmCompletion(context: CompletionContext): void {
  const options = { staleTime: keptMs }
  void queryClient.prefetchQuery({ ...reading(completeMembers, context), ...options })
  void queryClient.prefetchQuery({ ...reading(completeCommands, context), ...options })
}

/** The matching completions, likeliest first. */
export function useCompletion(
  context: CompletionContext,
  match: CompletionMatch | null,
): { readonly options: readonly CompletionOption[]; readonly isLoading: boolean } {
  const key = match?.key ?? null
  const query = match?.query ?? ''
  const asked = { staleTime: keptMs }
  const members = useQuery({ ...reading(completeMembers, context), ...asked, enabled: key === '@' })
  const issues = useQuery({ ...reading(completeIssues, context), ...asked, enabled: key === '#' })
  const labels = useQuery({ ...reading(completeLabels, context), ...asked, enabled: key === '~' })
  const milestones = useQuery({ ...reading(completeMilestones, context), ...asked, enabled: key === '%' })
  const commands = useQuery({ ...reading(completeCommands, context), ...asked, enabled: key === '/' })
  const contacts = useQuery({ ...reading(completeContacts, context), ...asked, enabled: key === '[contact:' })
  const emojis = useEmojiTable(key === ':')
  const isCutOff = (list: readonly unknown[] | undefined) => (list?.length ?? 0) >= cutOffAt && query !== ''
  const moreMembers = useQuery({
    ...reading(completeMembers, { ...context, search: query }),
    ...asked,
    enabled: key === '@' && isCutOff(members.data),
    placeholderData: keepPreviousData,
  })
  const moreIssues = useQuery({
    ...reading(completeIssues, { ...context, search: query }),
    ...asked,
    enabled: key === '#' && isCutOff(issues.data),
    placeholderData: keepPreviousData,
  })
  const moreLabels = useQuery({
    ...reading(completeLabels, { ...context, search: query }),
    ...asked,
    enabled: key === '~' && isCutOff(labels.data),
    placeholderData: keepPreviousData,
  })
  const moreMilestones = useQuery({
    ...reading(completeMilestones, { ...context, search: query }),
    ...asked,
    enabled: key === '%' && isCutOff(milestones.data),
    placeholderData: keepPreviousData,
  })
  const moreContacts = useQuery({
    ...reading(completeContacts, { ...context, search: query }),
    ...asked,
    enabled: key === '[contact:' && isCutOff(contacts.data),
    placeholderData: keepPreviousData,
  })

  switch (key) {
    case null:
      return { options: [], isLoading: false }
    case '@': {
      const people = merged(members.data, moreMembers.data)
      // The entry for everyone is offered only after a letter, not at the first key.
      const offered = query === '' ? people.filter(person => person.type !== 'All') : people
      const found = ranked(offered, query, person => [person.username, person.name])
      return { options: found.map(memberOption), isLoading: members.isPending }
    }
    case '#': {
      const found = ranked(merged(issues.data, moreIssues.data), query, issue => [String(issue.iid), issue.title])
      return { options: found.map(issueOption), isLoading: issues.isPending }
    }
    case '~': {
      const found = ranked(merged(labels.data, moreLabels.data), query, label => [label.title])
      return { options: found.map(labelOption), isLoading: labels.isPending }
    }
    case '%': {
      const found = ranked(merged(milestones.data, moreMilestones.data), query, milestone => [milestone.title])
      return { options: found.map(milestoneOption), isLoading: milestones.isPending }
    }
    case '/': {
      const found = ranked(commands.data ?? [], query, command => [command.name, ...command.aliases], 12)
      return { options: found.map(commandOption), isLoading: commands.isPending }
    }
    case '[contact:': {
      const found = ranked(merged(contacts.data, moreContacts.data), query, each => [
        each.email,
        `${each.firstName} ${each.lastName}`,
      ])
      return { options: found.map(contactOption), isLoading: contacts.isPending }
    }
    case ':': {
      const found = findEmojis(emojis.data?.all ?? [], query, 8)
      return { options: found.map(emojiOption), isLoading: emojis.isPending }
    }
    default:
      return key satisfies never
  }
}

function merged<T extends { readonly id: number }>(
  first: readonly T[] | undefined,
  more: readonly T[] | undefined,
): readonly T[] {
  if (more === undefined) return first ?? []
  return [...new Map([...more, ...(first ?? [])].map(each => [each.id, each])).values()]
}

interface Member {
  readonly type: string
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatarUrl: string | null
  readonly availability: string | null
  readonly count: number | null
}

const memberOption = (member: Member): CompletionOption => ({
  id: `${member.type}${member.id}`,
  text: member.type === 'User' ? member.name : member.username,
  detail:
    member.type === 'User'
      ? `@${member.username}${member.availability === 'busy' ? ' · Busy' : ''}`
      : `${member.name} · ${member.count === 1 ? '1 person' : `${member.count ?? 0} people`}`,
  leading:
    member.type === 'User' ? <Avatar {...member} sizePx={20} named={false} /> : <PeopleIcon className={styles.icon} />,
  insert: `@${member.username} `,
})

const issueOption = (issue: {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly state: string
}): CompletionOption => ({
  id: String(issue.id),
  text: issue.title,
  detail: `#${issue.iid}`,
  leading:
    issue.state === 'opened' ? (
      <IssueOpenedIcon className={styles.icon} aria-label="Open" />
    ) : (
      <IssueClosedIcon className={styles.icon} aria-label="Closed" />
    ),
  insert: `#${issue.iid} `,
})

const labelOption = (label: {
  readonly id: number
  readonly title: string
  readonly color: string
  readonly set: boolean
}): CompletionOption => ({
  id: String(label.id),
  text: label.title,
  ...(label.set ? { detail: 'Already set' } : {}),
  // The label's own colour, as the person chose it.
  leading: <span className={styles.dot} style={{ '--label': label.color } as CSSProperties} />,
  insert: `~${quotedName(label.title)} `,
})

const milestoneOption = (milestone: {
  readonly id: number
  readonly title: string
  readonly dueDate: string | null
}): CompletionOption => ({
  id: String(milestone.id),
  text: milestone.title,
  ...(milestone.dueDate === null ? {} : { detail: `Due ${dayWords(milestone.dueDate)}` }),
  insert: `%${quotedName(milestone.title)} `,
})

const contactOption = (contact: {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly set: boolean
}): CompletionOption => ({
  id: String(contact.id),
  text: `${contact.firstName} ${contact.lastName}`,
  detail: `${contact.email}${contact.set ? ' · Already added' : ''}`,
  leading: <PersonIcon className={styles.icon} />,
  insert: `[contact:${contact.email}] `,
})

const commandOption = (command: {
  readonly name: string
  readonly description: string
  readonly params: readonly string[]
}): CompletionOption => ({
  id: command.name,
  text: `/${[command.name, ...command.params].join(' ')}`,
  detail: command.description,
  leading: <TerminalIcon className={styles.icon} />,
  insert:
    command.params.length === 0
      ? `/${command.name}`
      : `/${command.name} ${/^(?:[@~%:#]|\[contact:)/.exec(command.params[0] ?? '')?.[0] ?? ''}`,
})

const emojiOption = (emoji: { readonly name: string; readonly unicode: string }): CompletionOption => ({
  id: emoji.name,
  text: `:${emoji.name}:`,
  leading: <span className={styles.emoji}>{emoji.unicode}</span>,
  insert: `:${emoji.name}: `,
})
