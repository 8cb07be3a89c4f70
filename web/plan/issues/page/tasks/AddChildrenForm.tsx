import { useState } from 'react'
import { childTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { listProjectIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { addChildren } from '#web/plan/issuable/work-items/calls.ts'
import { messages } from '#web/plan/issuable/work-items/messages.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { isReference, splitReferences, takeReferences, together } from '#web/plan/issues/page/related/references.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching } from '#web/ui/forms/lists/choice-list.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import styles from './ChildItems.module.css'

/** Names tasks to put into the issue. */
export function AddChildrenForm({ onClose }: { readonly onClose: () => void }) {
  const { childItems } = useIssuePage()
  const [pending, setPending] = useState<readonly string[]>([])
  const [query, setQuery] = useState('')
  const found = useSuggestions(query, [...childItems.map(child => child.reference), ...pending])
  const { run, isPending, error, forgetError } = useSave({
    save: addChildren,
    failure: messages.addChildren,
    onSaved: ({ changeSetIds }, references) => sayUndoable(`Added ${counted(references.length, 'task')}`, changeSetIds),
  })

  function submit() {
    const references = together(pending, splitReferences(query))
    if (references.length > 0 && !isPending) run(references, onClose)
  }

  return (
    <form
      aria-label="Tasks to add"
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
      <FormField label="Tasks to add">
        <Combobox
          label="Tasks to add"
          multiple
          autoFocus
          options={found.options}
          loading={found.isLoading}
          empty="No matching tasks. You can also enter a full reference or URL."
          placeholder="Enter a number, reference, URL or title"
          selected={pending.map(reference => ({ id: reference, text: reference }))}
          onChange={chosen => setPending(chosen.map(option => option.id))}
          onQuery={setQuery}
          onTyped={{
            take: (text, isDone) => {
              const { taken, rest } = takeReferences(text, isDone)
              if (taken.length > 0) setPending(known => together(known, taken))
              return rest
            },
            isWhole: text => isReference(text.trim()),
          }}
        />
      </FormField>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={pending.length === 0 && query.trim() === ''} busy={isPending}>
          Add
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** Open tasks of the project whose title matches. */
function useSuggestions(query: string, taken: readonly string[]) {
  const { namespace, issue } = useIssuePage()
  const search = useDebounced(query.trim())
  const [issueType] = childTypesOf(issue.type)
  const { data, isFetching } = useReading(
    listProjectIssues,
    {
      id: namespace.id,
      state: 'opened',
      perPage: 20,
      in: ['title'],
      ...(issueType === 'task' || issueType === 'objective' ? { issueType } : {}),
      ...(search === '' ? {} : { search }),
    },
    { keepPrevious: true, enabled: !isReference(search) },
  )
  const options = (data ?? [])
    .map(({ title, references }) => ({ title, reference: references.short }))
    .filter(({ reference }) => !taken.includes(reference) && reference !== issue.reference.short)
    .map(({ title, reference }) => ({
      id: reference,
      text: title,
      detail: reference,
      leading: <StateBadge state="opened" look="icon" />,
    }))
  // What an older search brought is offered only as far as it fits what is typed now.
  return { options: matching(options, query), isLoading: isFetching }
}
