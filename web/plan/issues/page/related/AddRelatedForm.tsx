import { type UseMutationResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import type { addLinkedIssues } from '#contract/plan/work-items/links.ts'
import type { CallError } from '#web/api/client.ts'
import { completeIssues } from '#web/api/operations.gen.ts'
import { reading, useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useIssuePage } from '../issue-page-context.ts'
import styles from './AddRelatedForm.module.css'
import { addProblem } from './problems.ts'
import { isReference, splitReferences, takeReferences, together } from './references.ts'
import { type LinkType, linkTypeLabels, linkTypes } from './related.ts'

interface AddRelatedFormProps {
  readonly add: UseMutationResult<
    ReplyOf<typeof addLinkedIssues>,
    CallError,
    { readonly references: readonly string[]; readonly linkType: LinkType }
  >
  /** References of what is linked already: no use in offering it. */
  readonly taken: readonly string[]
  readonly onClose: () => void
}

/** @source RELATED-004, RELATED-005, RELATED-012, RELATED-013 */
export function AddRelatedForm({ add, taken, onClose }: AddRelatedFormProps) {
  const page = useIssuePage()
  const [linkType, setLinkType] = useState<LinkType>('relates_to')
  const [pending, setPending] = useState<readonly string[]>([])
  const [query, setQuery] = useState('')
  const found = useSuggestions(query, [page.issue.reference.short, ...taken, ...pending])
  const tokens = useTokens(pending)
  const isEmpty = pending.length === 0 && query.trim() === ''

  function submit() {
    const references = together(pending, splitReferences(query))
    if (references.length === 0 || add.isPending) return
    add.mutate(
      { references, linkType },
      {
        onSuccess: ({ changeSetId }) => {
          onClose()
          sayUndoable(`Linked ${counted(references.length, 'issue')}`, changeSetId === null ? [] : [changeSetId])
        },
      },
    )
  }

  return (
    <form
      aria-label="Link issues"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {add.error && (
        <Banner tone="danger" onDismiss={add.reset}>
          {addProblem(add.error, 'issue')}
        </Banner>
      )}
      <fieldset className={styles.types}>
        <legend className={styles.legend}>This {page.issue.type === 'incident' ? 'incident' : 'issue'}</legend>
        {linkTypes.map(type => (
          <Radio
            key={type}
            name="link-type"
            label={linkTypeLabels[type]}
            checked={linkType === type}
            onChange={() => setLinkType(type)}
          />
        ))}
      </fieldset>
      <FormField label="Issues to link">
        <Combobox
          label="Issues to link"
          multiple
          autoFocus
          options={found.options}
          loading={found.isLoading}
          empty="No matching issues. You can also enter a full reference or URL."
          placeholder="Enter an issue number, reference, URL or title"
          selected={tokens}
          onChange={chosen => setPending(chosen.map(option => option.id))}
          onQuery={setQuery}
          onTyped={{
            take: (text, isDone) => {
              const { taken: named, rest } = takeReferences(text, isDone)
              if (named.length > 0) setPending(known => together(known, named))
              return rest
            },
            isWhole: text => isReference(text.trim()),
          }}
        />
      </FormField>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={add.isPending}>
          Add
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** References as tokens, with the state of those that name an issue of the project. @source LIST-019, LIST-020 */
function useTokens(references: readonly string[]): readonly Option[] {
  const { namespace, iid } = useIssuable().target
  const found = useQueries({
    queries: references.map(reference => ({
      ...reading(completeIssues, { namespace, type: 'Issue', typeId: iid, search: reference.replace(/^#/, '') }),
      enabled: /^#\d+$/.test(reference),
    })),
  })
  return references.map((reference, index) => {
    const issue = found[index]?.data?.find(each => each.reference === reference)
    return { id: reference, text: reference, ...(issue && { leading: <IssueState state={issue.state} /> }) }
  })
}

const IssueState = ({ state }: { readonly state: string }) => (
  <StateBadge state={state === 'closed' ? 'closed' : 'opened'} look="icon" />
)

/** Issues of the project by number and title; confidential ones alone where the issue is confidential. @source RELATED-014 */
function useSuggestions(query: string, taken: readonly string[]) {
  const { namespace, iid } = useIssuable().target
  const { issue } = useIssuePage()
  const search = useDebounced(query.trim().replace(/^#/, ''))
  const { data, isFetching } = useReading(
    completeIssues,
    {
      namespace,
      type: 'Issue',
      typeId: iid,
      ...(search === '' ? {} : { search }),
      ...(issue.confidential ? { confidentialOnly: true } : {}),
    },
    { keepPrevious: true, enabled: !/^https?:/.test(search) },
  )
  const options = (data ?? [])
    .filter(each => !taken.includes(each.reference))
    .slice(0, 20)
    .map(each => ({
      id: each.reference,
      text: each.title,
      detail: each.reference,
      leading: <IssueState state={each.state} />,
    }))
  // What an older search brought is offered only as far as it fits what is typed now.
  return { options: matching(options, query.replace('#', '')), isLoading: isFetching }
}
