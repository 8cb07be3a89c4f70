import { useState } from 'react'
import { listEpics, listGroupIssues } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { sayUndoable } from '#web/plan/change-sets/say-undoable.ts'
import { epicMessages } from '#web/plan/epics/messages.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching } from '#web/ui/forms/lists/choice-list.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { isReference, splitReferences, takeReferences, together } from '../../issues/page/related/references.ts'
import styles from './EpicTree.module.css'
import { useEpicPage } from './epic-context.ts'
import { addChildren, type ChildKind } from './save.ts'

interface AddChildrenFormProps {
  readonly kind: ChildKind
  readonly onClose: () => void
}

/** Names issues or epics to put into the epic. */
export function AddChildrenForm({ kind, onClose }: AddChildrenFormProps) {
  const { epic, tree } = useEpicPage()
  const [pending, setPending] = useState<readonly string[]>([])
  const [query, setQuery] = useState('')
  const known = [...tree.epics, ...tree.issues].map(child => child.reference)
  const found = useSuggestions(kind, query, [epic.reference.short, epic.reference.full, ...known, ...pending])
  const { run, isPending, error, forgetError } = useSave({
    save: addChildren,
    failure: epicMessages.addChildren,
    onSaved: ({ changeSetIds }, { references }) =>
      sayUndoable(`Added ${counted(references.length, kind)} to this epic`, changeSetIds),
  })
  const label = kind === 'epic' ? 'Epics to add' : 'Issues to add'

  function submit() {
    const references = together(pending, splitReferences(query, kind))
    if (references.length > 0 && !isPending) run({ kind, references }, onClose)
  }

  return (
    <form
      aria-label={label}
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
      <FormField label={label}>
        <Combobox
          label={label}
          multiple
          autoFocus
          options={found.options}
          loading={found.isLoading}
          empty={`No matching ${kind}s. You can also enter a full reference or URL.`}
          placeholder={kind === 'epic' ? 'Enter a number, reference, URL or title' : 'Enter a reference, URL or title'}
          selected={pending.map(reference => ({ id: reference, text: reference }))}
          onChange={chosen => setPending(chosen.map(option => option.id))}
          onQuery={setQuery}
          onTyped={{
            take: (text, isDone) => {
              const { taken, rest } = takeReferences(text, isDone, kind)
              if (taken.length > 0) setPending(known => together(known, taken))
              return rest
            },
            isWhole: text => isReference(text.trim(), kind),
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

/** Open issues or epics of the group whose title matches. */
function useSuggestions(kind: ChildKind, query: string, taken: readonly string[]) {
  const { namespace } = useEpicPage()
  const search = useDebounced(query.trim())
  const isTitle = !isReference(search, kind)
  const asked = { id: namespace.id, state: 'opened', perPage: 20, ...(search === '' ? {} : { search }) } as const
  const issues = useReading(
    listGroupIssues,
    { ...asked, in: ['title'] },
    {
      keepPrevious: true,
      enabled: isTitle && kind === 'issue',
    },
  )
  const epics = useReading(listEpics, asked, { keepPrevious: true, enabled: isTitle && kind === 'epic' })
  const found =
    kind === 'issue'
      ? (issues.data ?? []).map(({ title, references }) => ({ title, reference: references.full }))
      : (epics.data ?? []).map(({ title, groupId, references }) => ({
          title,
          reference: groupId === namespace.id ? references.short : references.full,
        }))
  const options = found
    .filter(({ reference }) => !taken.includes(reference))
    .map(({ title, reference }) => ({
      id: reference,
      text: title,
      detail: reference,
      leading: <StateBadge state="opened" look="icon" />,
    }))
  // What an older search brought is offered only as far as it fits what is typed now.
  return { options: matching(options, query), isLoading: isTitle && (issues.isFetching || epics.isFetching) }
}
