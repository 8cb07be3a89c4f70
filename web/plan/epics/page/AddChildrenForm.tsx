import { listEpics, listGroupIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { epicMessages } from '#web/plan/epics/messages.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { type FoundByTitle, ReferencesField } from '#web/plan/references/ReferencesField.tsx'
import { isReference } from '#web/plan/references/references.ts'
import { useReferences } from '#web/plan/references/use-references.ts'
import { InlineForm } from '#web/ui/forms/InlineForm.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { useEpicPage } from './epic-context.ts'
import { addChildren, type ChildKind } from './save.ts'

interface AddChildrenFormProps {
  readonly kind: ChildKind
  readonly onClose: () => void
}

/** Names issues or epics to put into the epic. */
export function AddChildrenForm({ kind, onClose }: AddChildrenFormProps) {
  const { epic, tree } = useEpicPage()
  const references = useReferences(kind)
  const { run, isPending, error, forgetError } = useSave({
    save: addChildren,
    failure: epicMessages.addChildren,
    onSaved: ({ changeSetIds }, { references: added }) =>
      sayUndoable(`Added ${counted(added.length, kind)} to this epic`, changeSetIds),
  })
  const label = kind === 'epic' ? 'Epics to add' : 'Issues to add'
  const children = [...tree.epics, ...tree.issues].map(child => child.reference)
  return (
    <InlineForm
      label={label}
      submit="Add"
      isEmpty={references.all.length === 0}
      isPending={isPending}
      error={error}
      onDismissError={forgetError}
      onSubmit={() => run({ kind, references: references.all }, onClose)}
      onClose={onClose}
      padded
    >
      <ReferencesField
        label={label}
        references={references}
        found={useFound(kind, references.query)}
        taken={[epic.reference.short, epic.reference.full, ...children]}
        noun={`${kind}s`}
        // A number alone names no issue of a group.
        {...(kind === 'issue' && { placeholder: 'Enter a reference, URL or title' })}
      />
    </InlineForm>
  )
}

/** Open issues or epics of the group whose title matches. */
function useFound(kind: ChildKind, query: string): FoundByTitle {
  const { namespace } = useEpicPage()
  const [search, isPausing] = useSearchText(query.trim())
  const isTitle = !isReference(search, kind)
  const asked = { id: namespace.id, state: 'opened', perPage: 20, ...(search === '' ? {} : { search }) } as const
  const issues = useReading(
    listGroupIssues,
    { ...asked, in: ['title'] },
    { keepPrevious: true, enabled: isTitle && kind === 'issue' },
  )
  const epics = useReading(listEpics, asked, { keepPrevious: true, enabled: isTitle && kind === 'epic' })
  const items =
    kind === 'issue'
      ? (issues.data ?? []).map(({ title, references }) => ({ title, reference: references.full }))
      : (epics.data ?? []).map(({ title, groupId, references }) => ({
          title,
          reference: groupId === namespace.id ? references.short : references.full,
        }))
  const isFetching = isTitle && (issues.isFetching || epics.isFetching)
  return { items, isLoading: isFetching || isPausing }
}
