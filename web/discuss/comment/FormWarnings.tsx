import { AlertIcon, EyeClosedIcon, LockIcon, MailIcon, PeopleIcon, ZapIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useDeferredValue } from 'react'
import { completeCommands, completeMembers } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { completionContext } from '../editor/completion/completion-context.ts'
import { helpPaths } from '../editor/help-paths.ts'
import { manyMentioned, someOf } from '../editor/reach.ts'
import { partText } from '../editor/text/commands.ts'
import { messages } from '../messages.ts'
import { type Noteable, textTarget } from '../noteable.ts'
import styles from './FormWarnings.module.css'

interface FormWarningsProps {
  readonly noteable: Noteable
  readonly text: string
  readonly isInternal: boolean
}

/** So long a text is read by nobody while it is typed. */
const readUpTo = 100_000

/**
 * What is good to know before a comment is sent: what holds here, what the text will do, whom it will reach.
 *
 * @source FORM-017 to FORM-019, FORM-027, FORM-028
 */
export function FormWarnings({ noteable, text, isInternal }: FormWarningsProps) {
  // Typing goes first.
  const read = useDeferredValue(text.length > readUpTo ? '' : text)
  const place = completionContext(noteable.namespace, textTarget(noteable))
  const hasSlash = /^\//m.test(read)
  const { data: actions } = useQuery({ ...reading(completeCommands, place), enabled: hasSlash, staleTime: keptMs })
  const { data: people } = useQuery({
    ...reading(completeMembers, place),
    enabled: read.includes('@'),
    staleTime: keptMs,
  })
  const { commands, unknown } =
    actions === undefined || !hasSlash
      ? { commands: [], unknown: [] }
      : partText(read, new Set(actions.flatMap(each => [each.name, ...each.aliases])))
  const count = people === undefined ? null : manyMentioned(read, people)
  const warnings: readonly (ReactElement | null)[] = [
    noteable.isLocked ? <Locked key="locked" word={noteable.word} /> : null,
    noteable.isConfidential ? <Confidential key="confidential" word={noteable.word} /> : null,
    commands.length > 0 ? (
      <Warning key="commands" icon={<ZapIcon size={12} />} tone="info">
        {messages.willRun(commands.map(slashed))}
      </Warning>
    ) : null,
    ...[...new Set(unknown)].slice(0, 3).map(word => (
      <Warning key={word} icon={<AlertIcon size={12} />} tone="info">
        {messages.noCommand(slashed(word))}
      </Warning>
    )),
    count === null ? null : (
      <Warning key="many" icon={<PeopleIcon size={12} />} tone="warning">
        {messages.manyMentioned(count)}
      </Warning>
    ),
    isInternal || noteable.emailParticipants.length === 0 ? null : (
      <Warning key="emails" icon={<MailIcon size={12} />} tone="warning">
        {messages.emailed(someOf(noteable.emailParticipants))}
      </Warning>
    ),
  ]
  const shown = warnings.filter(each => each !== null)
  return shown.length === 0 ? null : (
    <ul aria-label="Before you comment" aria-live="polite" className={styles.warnings}>
      {shown}
    </ul>
  )
}

const keptMs = 60_000
const slashed = (name: string): string => `/${name}`

function Locked({ word }: { readonly word: string }) {
  return (
    <Warning icon={<LockIcon size={12} />} tone="warning">
      This {word} is{' '}
      <TextLink href={helpPaths.lockedDiscussions} target="_blank">
        locked
      </TextLink>
      . {messages.onlyMembers}
    </Warning>
  )
}

function Confidential({ word }: { readonly word: string }) {
  return (
    <Warning icon={<EyeClosedIcon size={12} />} tone="confidential">
      This is a{' '}
      <TextLink href={helpPaths.confidentialIssues} target="_blank">
        confidential {word}
      </TextLink>
      . {messages.neverNotified}
    </Warning>
  )
}

interface WarningProps {
  readonly icon: ReactElement
  readonly tone: 'info' | 'warning' | 'confidential'
  readonly children: ReactNode
}

function Warning({ icon, tone, children }: WarningProps) {
  return (
    <li data-tone={tone} className={styles.warning}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
