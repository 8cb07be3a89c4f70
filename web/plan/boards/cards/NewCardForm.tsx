import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listGroupProjects } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useCall } from '#web/plan/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { boardReadings, createCard } from '../calls.ts'
import styles from '../lists/BoardList.module.css'
import { listTitle } from '../messages.ts'
import type { BoardData, BoardListData, BoardPageData } from '../shapes.ts'

interface NewCardFormProps {
  readonly namespace: BoardPageData['namespace']
  readonly board: BoardData
  readonly list: BoardListData
  /** Of its lane. */
  readonly epicId: number | null
  readonly onClose: () => void
}

/** A new issue with what its list is about. It stays open for the next one. */
export function NewCardForm({ namespace, board, list, epicId, onClose }: NewCardFormProps) {
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { projects, isLoading } = useProjects(namespace)
  const [chosen, setChosen] = useState<string | null>(null)
  const project = projects.find(each => String(each.id) === chosen) ?? projects[0]
  const create = useCall(
    async (text: string): Promise<void> => project && createCard(project, board, list, epicId, text),
    { refreshes: boardReadings },
  )
  // Enter was pressed before the projects came.
  const [isWaiting, setWaiting] = useState(false)
  function submit() {
    const text = title.trim()
    if (text === '') return
    if (project === undefined) return setWaiting(isLoading)
    // The next title can be written while this one is saved; one that is refused comes back.
    setTitle('')
    input.current?.focus()
    create.mutateAsync(text).catch(() => setTitle(now => (now === '' ? text : now)))
  }
  const submitWaiting = useEffectEvent(() => {
    setWaiting(false)
    submit()
  })
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
      {create.error && <Banner tone="danger">{create.error.message}</Banner>}
      <TextInput
        ref={input}
        autoFocus
        aria-label={`Title of the new issue in ${listTitle(list)}`}
        placeholder="Title"
        maxLength={255}
        value={title}
        onValue={setTitle}
        onKeyDown={event => event.key === 'Escape' && onClose()}
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
        <Button size="s" variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

type Project = Parameters<typeof createCard>[0]

interface Projects {
  readonly projects: readonly Project[]
  readonly isLoading: boolean
}

/** Where the new issue can be: the project of the board, or the projects of its group of which the viewer is a member. */
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
