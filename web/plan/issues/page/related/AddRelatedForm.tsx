import { type UseMutationResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import type { addLinkedIssues } from '#contract/plan/work-items/links.ts'
import type { CallError } from '#web/api/client.ts'
import { completeIssues } from '#web/api/operations.gen.ts'
import { reading, useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { type FoundByTitle, OfferedState, ReferencesField } from '#web/plan/references/ReferencesField.tsx'
import { issueNamed } from '#web/plan/references/references.ts'
import { useReferences } from '#web/plan/references/use-references.ts'
import { InlineForm } from '#web/ui/forms/InlineForm.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { useIssuePage } from '../issue-page-context.ts'
import styles from './AddRelatedForm.module.css'
import { addProblem } from './problems.ts'
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
  const { issue } = useIssuePage()
  const [linkType, setLinkType] = useState<LinkType>('relates_to')
  const references = useReferences('issue')

  function submit() {
    const named = references.all
    add.mutate(
      { references: named, linkType },
      {
        onSuccess: ({ changeSetId }) => {
          onClose()
          sayUndoable(`Linked ${counted(named.length, 'issue')}`, changeSetId === null ? [] : [changeSetId])
        },
      },
    )
  }

  return (
    <InlineForm
      label="Link issues"
      submit="Add"
      isEmpty={references.all.length === 0}
      isPending={add.isPending}
      error={add.error && addProblem(add.error, 'issue')}
      onDismissError={add.reset}
      onSubmit={submit}
      onClose={onClose}
      padded
    >
      <fieldset className={styles.types}>
        <legend className={styles.legend}>This {issue.type === 'incident' ? 'incident' : 'issue'}</legend>
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
      <ReferencesField
        label="Issues to link"
        references={references}
        found={useFound(references.query)}
        taken={[issue.reference.short, ...taken]}
        tokens={useTokens(references.named)}
        noun="issues"
        placeholder="Enter an issue number, reference, URL or title"
      />
    </InlineForm>
  )
}

/** References as tokens, with the state of the issue that each names. @source LIST-019, LIST-020 */
function useTokens(references: readonly string[]): readonly Option[] {
  const { namespace } = useIssuable().target
  const named = references.map(reference => issueNamed(reference, { namespace, origin: location.origin }))
  const found = useQueries({
    queries: named.map(issue => ({
      ...reading(completeIssues, { namespace: issue?.namespace ?? namespace, search: String(issue?.iid) }),
      enabled: issue !== null,
    })),
  })
  return references.map((reference, index) => {
    const issue = found[index]?.data?.find(({ iid }) => iid === named[index]?.iid)
    return { id: reference, text: reference, ...(issue && { leading: <OfferedState state={issue.state} /> }) }
  })
}

/** Issues of the project by number and title; confidential ones alone where the issue is confidential. @source RELATED-014 */
function useFound(query: string): FoundByTitle {
  const { namespace, iid } = useIssuable().target
  const { issue } = useIssuePage()
  const [search, isPausing] = useSearchText(query.trim().replace(/^#/, ''))
  const { data = [], isFetching } = useReading(
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
  return { items: data, isLoading: isFetching || isPausing }
}
