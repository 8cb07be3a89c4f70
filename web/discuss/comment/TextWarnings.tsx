import { AlertIcon, ArrowRightIcon, PeopleIcon, ZapIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { completeCommands, completeMembers } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { completionContext } from '../editor/completion/completion-context.ts'
import { manyMentioned } from '../editor/reach.ts'
import { partText } from '../editor/text/commands.ts'
import { type Noteable, textTarget } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import { Warning } from './Warning.tsx'

interface TextWarningsProps {
  readonly noteable: Noteable
  readonly text: string
}

/** A text longer than this is not read while it is typed. */
const readUpTo = 100_000
const keptMs = 60_000

/** The effects of a comment's text, and a warning if it will notify many people. */
export function TextWarnings({ noteable, text }: TextWarningsProps) {
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
  return (
    <>
      {noteable.continuedBy != null && (
        <Warning icon={<ArrowRightIcon size={12} />} tone="warning">
          {partMessages.continued}{' '}
          <TextLink href={noteable.continuedBy.webPath}>{noteable.continuedBy.reference}</TextLink>.
        </Warning>
      )}
      {commands.length > 0 && (
        <Warning icon={<ZapIcon size={12} />} tone="info">
          {partMessages.willRun(commands.map(slashed))}
        </Warning>
      )}
      {[...new Set(unknown)].slice(0, 3).map(word => (
        <Warning key={word} icon={<AlertIcon size={12} />} tone="info">
          {partMessages.noCommand(slashed(word))}
        </Warning>
      ))}
      {count !== null && (
        <Warning icon={<PeopleIcon size={12} />} tone="warning">
          {partMessages.manyMentioned(count)}
        </Warning>
      )}
    </>
  )
}

const slashed = (name: string): string => `/${name}`
