import { listProjectMergeRequests } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { type FoundByTitle, ReferencesField } from '#web/plan/references/ReferencesField.tsx'
import { isReference } from '#web/plan/references/references.ts'
import { useReferences } from '#web/plan/references/use-references.ts'
import { InlineForm } from '#web/ui/forms/InlineForm.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { messages } from '../messages.ts'
import { addDependencies } from '../save.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

/** Names merge requests that must be merged first. */
export function AddDependenciesForm({ onClose }: { readonly onClose: () => void }) {
  const { mergeRequest } = useMergeRequestPage()
  const references = useReferences('merge_request')
  const { run, isPending, error, forgetError } = useSave({ save: addDependencies, failure: messages.addDependency })
  return (
    <InlineForm
      label="Add dependencies"
      submit="Add"
      isEmpty={references.all.length === 0}
      isPending={isPending}
      error={error}
      onDismissError={forgetError}
      onSubmit={() => run(references.all, onClose)}
      onClose={onClose}
    >
      {mergeRequest.state !== 'opened' && <Banner tone="warning">{messages.notOpen}</Banner>}
      <ReferencesField
        label="Merge requests that must be merged first"
        references={references}
        found={useFound(references.query)}
        taken={[`!${mergeRequest.iid}`, ...mergeRequest.blocking.visible.map(({ reference }) => reference)]}
        noun="merge requests"
      />
    </InlineForm>
  )
}

/** Open merge requests of the project whose title matches. */
function useFound(query: string): FoundByTitle {
  const { namespace } = useMergeRequestPage()
  const [search, isPausing] = useSearchText(query.trim())
  const isTitle = !isReference(search, 'merge_request')
  const { data = [], isFetching } = useReading(
    listProjectMergeRequests,
    { id: namespace.id, state: 'opened', perPage: 20, ...(search === '' ? {} : { search, in: ['title'] }) },
    { keepPrevious: true, enabled: isTitle },
  )
  return {
    items: data.map(({ iid, title }) => ({ reference: `!${iid}`, title })),
    isLoading: (isFetching && isTitle) || isPausing,
  }
}
