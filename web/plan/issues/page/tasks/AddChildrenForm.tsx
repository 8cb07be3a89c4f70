import { childTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { listProjectIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { addChildren } from '#web/plan/issuable/work-items/calls.ts'
import { messages } from '#web/plan/issuable/work-items/messages.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { type FoundByTitle, ReferencesField } from '#web/plan/references/ReferencesField.tsx'
import { isReference } from '#web/plan/references/references.ts'
import { useReferences } from '#web/plan/references/use-references.ts'
import { InlineForm } from '#web/ui/forms/InlineForm.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'

/** Names tasks to put into the issue. */
export function AddChildrenForm({ onClose }: { readonly onClose: () => void }) {
  const { issue, childItems } = useIssuePage()
  const references = useReferences('issue')
  const { run, isPending, error, forgetError } = useSave({
    save: addChildren,
    failure: messages.addChildren,
    onSaved: ({ changeSetIds }, added) => sayUndoable(`Added ${counted(added.length, 'task')}`, changeSetIds),
  })
  return (
    <InlineForm
      label="Tasks to add"
      submit="Add"
      isEmpty={references.all.length === 0}
      isPending={isPending}
      error={error}
      onDismissError={forgetError}
      onSubmit={() => run(references.all, onClose)}
      onClose={onClose}
      padded
    >
      <ReferencesField
        label="Tasks to add"
        references={references}
        found={useFound(references.query)}
        taken={[issue.reference.short, ...childItems.map(child => child.reference)]}
        noun="tasks"
      />
    </InlineForm>
  )
}

/** Open tasks of the project whose title matches. */
function useFound(query: string): FoundByTitle {
  const { namespace, issue } = useIssuePage()
  const [search, isPausing] = useSearchText(query.trim())
  const isTitle = !isReference(search)
  const [issueType] = childTypesOf(issue.type)
  const { data = [], isFetching } = useReading(
    listProjectIssues,
    {
      id: namespace.id,
      state: 'opened',
      perPage: 20,
      in: ['title'],
      ...(issueType === 'task' || issueType === 'objective' ? { issueType } : {}),
      ...(search === '' ? {} : { search }),
    },
    { keepPrevious: true, enabled: isTitle },
  )
  const items = data.map(({ title, references }) => ({ title, reference: references.short }))
  return { items, isLoading: (isFetching && isTitle) || isPausing }
}
