import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextBox } from '#contract/text-boxes.ts'
import type { CallError } from '#web/api/client.ts'
import { listGroupProjects } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { tellKept } from '#web/api/unsent-texts/kept-store.ts'
import { keepText, keptText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { keyFor } from '#web/api/unsent-texts/sent-key.ts'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { boardReadings, createCard } from '../calls.ts'
import styles from '../lists/BoardList.module.css'
import { listTitle } from '../messages.ts'
import type { BoardData, BoardListData, BoardPageData, LaneData } from '../shapes.ts'

interface NewCardFormProps {
  readonly namespace: BoardPageData['namespace']
  readonly board: BoardData
  readonly list: BoardListData
  /** Null outside of lanes, and in that of issues without a value. */
  readonly lane: LaneData | null
  /** The place where the titles are stored until they are sent. */
  readonly place: TextBox
  /** The reader has just opened it. */
  readonly isAsked: boolean
  readonly onClose: () => void
}

/**
 * A new issue with what its list is about. It stays open for the next one. A title is kept until its issue is there: the first
 * line of the text is the title that is being written, and the others are those on their way or refused.
 */
export function NewCardForm({ namespace, board, list, lane, place, isAsked, onClose }: NewCardFormProps) {
  const kept = useKeptText(place)
  const [title = '', ...unsaved] = kept.text.split('\n')
  const [sending, setSending] = useState<readonly string[]>([])
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const input = useRef<HTMLInputElement>(null)
  // The idempotency keys of titles that are being saved or got no answer.
  const keys = useRef(new Map<string, string>())
  const { projects, isLoading } = useProjects(namespace)
  const [chosen, setChosen] = useState<string | null>(null)
  const project = projects.find(each => String(each.id) === chosen) ?? projects[0]
  const create = useCall(
    async ({ text, key }: SentTitle): Promise<void> => project && createCard(project, board, list, lane, text, key),
    { refreshes: boardReadings },
  )
  // Enter was pressed before the projects came.
  const [isWaiting, setWaiting] = useState(false)
  function submit() {
    const text = title.trim()
    if (text === '') return
    if (project === undefined) return setWaiting(isLoading)
    // The next title can be written while this one is saved.
    writeLines(place, ['', ...unsaved, text])
    input.current?.focus()
    send(text)
  }
  function send(text: string) {
    const key = keys.current.get(text) ?? keyFor(place, text, kept.at)
    keys.current.set(text, key)
    setSending(before => [...before, text])
    create
      .mutateAsync({ text, key })
      .then(
        () => {
          keys.current.delete(text)
          takeLine(place, text)
        },
        (error: CallError) => {
          // If the server has not answered, the issue may have been created.
          if (error.status >= 400 && error.status < 500) keys.current.delete(text)
          setReasons(before => ({ ...before, [text]: error.message }))
          // One that is refused comes back, if nothing else has been written.
          if (linesOf(place)[0] === '') writeLines(place, [text, ...takeLine(place, text).slice(1)])
        },
      )
      .finally(() => setSending(before => before.filter(each => each !== text)))
  }
  const refused = unsaved.filter(each => each !== '' && !sending.includes(each))
  const reason = reasons[title.trim()]
  const submitWaiting = useEffectEvent(() => {
    setWaiting(false)
    submit()
  })
  function close() {
    discardKept(place)
    onClose()
  }
  const isKnown = project !== undefined
  useEffect(() => {
    if (isWaiting && isKnown) submitWaiting()
  }, [isWaiting, isKnown])
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        ref={input}
        autoFocus={isAsked}
        aria-label={`Title of the new issue in ${listTitle(list)}`}
        placeholder="Title"
        maxLength={255}
        value={title}
        onValue={value => kept.setText([value, ...unsaved].join('\n'))}
        onKeyDown={event => event.key === 'Escape' && close()}
      />
      {namespace.kind === 'group' && (
        <Select
          aria-label="Project of the new issue"
          value={String(project?.id ?? '')}
          options={projects.map(({ id, fullPath }) => ({ value: String(id), label: fullPath }))}
          onValue={setChosen}
        />
      )}
      <div className={styles.buttons}>
        <Button
          size="s"
          variant="primary"
          type="submit"
          disabled={title.trim() === '' || (project === undefined && !isLoading)}
        >
          Create issue
        </Button>
        <Button size="s" variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
      {/* The messages are below the title: they do not move it while the user writes. */}
      {reason !== undefined && <Banner tone="danger">{reason}</Banner>}
      {refused.map(each => (
        <Banner
          key={each}
          tone="danger"
          onDismiss={() => takeLine(place, each)}
          action={
            <Button size="s" onClick={() => send(each)}>
              Try again
            </Button>
          }
        >
          Could not create <q dir="auto">{each}</q>. {reasons[each]}
        </Banner>
      ))}
    </form>
  )
}

interface SentTitle {
  readonly text: string
  readonly key: string
}

const linesOf = (place: TextBox): readonly string[] => (keptText(place) ?? '').split('\n')

/** Store the state of the form, which another form may show by the time an answer comes. */
function writeLines(place: TextBox, lines: readonly string[]): void {
  keepText(place, lines.join('\n').trimEnd())
  tellKept(place)
}

/** Remove a title whose issue is there, or that was given up. @returns the lines that are left */
function takeLine(place: TextBox, text: string): readonly string[] {
  const [title = '', ...others] = linesOf(place)
  const at = others.indexOf(text)
  const left = [title, ...(at < 0 ? others : others.toSpliced(at, 1))]
  writeLines(place, left)
  return left
}

type CardProject = Parameters<typeof createCard>[0]

interface Projects {
  readonly projects: readonly CardProject[]
  readonly isLoading: boolean
}

/**
 * The possible projects of the new issue: the board's project, or those of its group of which the viewer is a member.
 */
function useProjects({ id, kind, fullPath }: NewCardFormProps['namespace']): Projects {
  const isGroup = kind === 'group'
  const { data, isLoading } = useReading(
    listGroupProjects,
    {
      id,
      includeSubgroups: true,
      simple: true,
      archived: false,
      minAccessLevel: 10,
      orderBy: 'name',
      sort: 'asc',
      perPage: 100,
    },
    { enabled: isGroup },
  )
  if (!isGroup) return { projects: [{ id, fullPath }], isLoading: false }
  const projects = (data ?? []).flatMap(({ id: projectId, pathWithNamespace: path }) =>
    projectId === undefined || path === undefined ? [] : [{ id: projectId, fullPath: path }],
  )
  return { projects, isLoading }
}
