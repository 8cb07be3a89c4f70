import { useState } from 'react'
import { listProjectMergeRequests } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { isReference, splitReferences, takeReferences, together } from '#web/plan/issues/page/related/references.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching } from '#web/ui/forms/lists/choice-list.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { messages } from '../messages.ts'
import { addDependencies } from '../save.ts'
import styles from './Conditions.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

const kind = 'merge_request'

/** Names merge requests that must be merged first. */
export function AddDependenciesForm({ onClose }: { readonly onClose: () => void }) {
  const { mergeRequest } = useMergeRequestPage()
  const [pending, setPending] = useState<readonly string[]>([])
  const [query, setQuery] = useState('')
  const taken = [`!${mergeRequest.iid}`, ...mergeRequest.blocking.visible.map(({ reference }) => reference), ...pending]
  const found = useSuggestions(query, taken)
  const { run, isPending, error, forgetError } = useSave({ save: addDependencies, failure: messages.addDependency })
  const isEmpty = pending.length === 0 && query.trim() === ''

  function submit() {
    const references = together(pending, splitReferences(query, kind))
    if (references.length > 0 && !isPending) run(references, onClose)
  }

  return (
    <form
      aria-label="Add dependencies"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {error && (
        <Banner tone="danger" onDismiss={forgetError}>
          {error}
        </Banner>
      )}
      <FormField label="Merge requests that must be merged first">
        <Combobox
          label="Merge requests that must be merged first"
          multiple
          autoFocus
          options={found.options}
          loading={found.isLoading}
          empty="No matching merge requests. You can also enter a full reference or URL."
          placeholder="Enter a number, reference, URL or title"
          selected={pending.map(reference => ({ id: reference, text: reference }))}
          onChange={chosen => setPending(chosen.map(option => option.id))}
          onQuery={setQuery}
          onTyped={{
            take: (text, isDone) => {
              const { taken: named, rest } = takeReferences(text, isDone, kind)
              if (named.length > 0) setPending(known => together(known, named))
              return rest
            },
            isWhole: text => isReference(text.trim(), kind),
          }}
        />
      </FormField>
      <div className={styles.row}>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={isPending}>
          Add
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** Open merge requests of the project whose title matches. */
function useSuggestions(query: string, taken: readonly string[]) {
  const { namespace } = useMergeRequestPage()
  const search = useDebounced(query.trim())
  const isTitle = !isReference(search, kind)
  const { data, isFetching } = useReading(
    listProjectMergeRequests,
    { id: namespace.id, state: 'opened', perPage: 20, ...(search === '' ? {} : { search, in: ['title'] }) },
    { keepPrevious: true, enabled: isTitle },
  )
  const options = (data ?? [])
    .map(({ iid, title }) => ({
      id: `!${iid}`,
      text: title,
      detail: `!${iid}`,
      leading: <StateBadge state="opened" of="merge_request" look="icon" />,
    }))
    .filter(({ id }) => !taken.includes(id))
  // What an older search brought is offered only as far as it fits what is typed now.
  return { options: matching(options, query.replace('!', '')), isLoading: isFetching && isTitle }
}
