import { useState } from 'react'
import { useCall } from '#web/api/use-call.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { LabelForm } from '#web/plan/labels/LabelForm.tsx'
import { messages } from '#web/plan/messages.ts'
import { iterationName, periodOf } from '#web/plan/pickers/iteration-text.ts'
import { milestoneName } from '#web/plan/pickers/milestone-text.ts'
import { type Found, useIterations, useLabels, useMilestones, usePeople } from '#web/plan/pickers/search.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from '../Board.module.css'
import { boardReadings, createList, type ListSubject } from '../calls.ts'
import type { BoardData, BoardListData, BoardPageData } from '../shapes.ts'

const kinds = ['label', 'assignee', 'milestone', 'iteration'] as const
type ListKindWord = (typeof kinds)[number]

const words: Readonly<
  Record<ListKindWord, { readonly label: string; readonly plural: string; readonly name: keyof ListSubject }>
> = {
  label: { label: 'Label', plural: 'labels', name: 'labelId' },
  assignee: { label: 'Assignee', plural: 'users', name: 'assigneeId' },
  milestone: { label: 'Milestone', plural: 'milestones', name: 'milestoneId' },
  iteration: { label: 'Iteration', plural: 'iterations', name: 'iterationId' },
}

interface AddListPickerProps {
  readonly namespace: BoardPageData['namespace']
  readonly board: BoardData
  readonly onClose: () => void
}

/** Choose the subject of a new list. Subjects that already have a list are left out. */
export function AddListPicker({ namespace, board, onClose }: AddListPickerProps) {
  const [kind, setKind] = useState<ListKindWord>('label')
  const [query, setQuery] = useState('')
  const [creating, setCreating] = useState<string | null>(null)
  const found = useOptions(kind, namespace.fullPath, query)
  const taken = new Set(board.lists.map(list => subjectIdOf(list, kind)))
  const { label, plural, name } = words[kind]
  const add = useCall((id: number) => createList(namespace, board.id, { [name]: id }), {
    refreshes: boardReadings,
    onSuccess: onClose,
  })
  const problem = found.isError ? editMessages.fetchAttributes(plural) : (add.error?.message ?? null)
  if (creating !== null)
    return (
      <div className={styles.addList}>
        {add.error && <Banner tone="danger">{add.error.message}</Banner>}
        <LabelForm
          namespace={namespace.fullPath}
          title={creating}
          onCancel={text => {
            setCreating(null)
            setQuery(text)
          }}
          onCreated={({ id }) => add.mutate(id)}
        />
      </div>
    )
  return (
    <div className={styles.addList}>
      <div className={styles.kinds}>
        <Select
          aria-label="List type"
          value={kind}
          options={kinds.map(each => ({ value: each, label: words[each].label }))}
          onValue={next => {
            setKind(next)
            setQuery('')
          }}
        />
      </div>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <Picker
        key={kind}
        label={label}
        options={found.items.filter(option => !taken.has(Number(option.id)))}
        selected={[]}
        onChange={([id]) => {
          if (id !== undefined && !add.isPending) add.mutate(Number(id))
        }}
        onQuery={setQuery}
        loading={found.isLoading || add.isPending}
        onMore={found.onMore}
        empty={messages.noMatches}
        placeholder={`Search ${plural}`}
        startQuery={query}
        onClose={onClose}
        {...(kind === 'label' && {
          create: { label: (text: string) => `Create label “${text}”`, run: setCreating },
        })}
      />
    </div>
  )
}

const subjectIdOf = (list: BoardListData, kind: ListKindWord): number | undefined => list[kind]?.id

function useOptions(kind: ListKindWord, namespace: string, query: string): Found<Option> {
  const labels = useLabels(namespace, query, kind === 'label')
  const people = usePeople(namespace, query, { isWanted: kind === 'assignee', assignableTo: 'issue' })
  const milestones = useMilestones(namespace, query, kind === 'milestone')
  const iterations = useIterations(namespace, query, kind === 'iteration')
  switch (kind) {
    case 'label':
      return optionsOf(labels, ({ id, name, color }) => ({
        id: String(id),
        text: name,
        leading: <Swatch color={color} />,
      }))
    case 'assignee':
      return optionsOf(people, personOption)
    case 'milestone':
      return optionsOf(milestones, milestone => ({ id: String(milestone.id), text: milestoneName(milestone) }))
    case 'iteration':
      return optionsOf(iterations, iteration => ({
        id: String(iteration.id),
        text: iterationName(iteration),
        detail: iteration.title === null ? iteration.cadenceTitle : `${iteration.cadenceTitle}, ${periodOf(iteration)}`,
      }))
    default:
      return kind satisfies never
  }
}

const optionsOf = <T,>({ items, ...found }: Found<T>, optionOf: (item: T) => Option): Found<Option> => ({
  ...found,
  items: items.map(optionOf),
})
