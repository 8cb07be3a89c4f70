import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { prefixes } from './references.ts'
import type { NamedReferences } from './use-references.ts'

/** The results of a search by title. */
export interface FoundByTitle {
  readonly items: readonly { readonly reference: string; readonly title: string; readonly state?: string }[]
  readonly isLoading: boolean
}

interface ReferencesFieldProps {
  readonly label: string
  readonly references: NamedReferences
  readonly found: FoundByTitle
  /** References that are of no use to offer: those that are there already. */
  readonly taken: readonly string[]
  /** Plural of what is looked for. */
  readonly noun: string
  readonly placeholder?: string
  /** The tokens of named items of which more is known than the reference. */
  readonly tokens?: readonly Option[]
}

const mostOffered = 20

/** Names several issues, epics or merge requests by number, reference, URL or title. */
export function ReferencesField(props: ReferencesFieldProps) {
  const { label, references, found, taken, noun, placeholder = 'Enter a number, reference, URL or title' } = props
  const { kind, named, query } = references
  const { tokens = named.map(reference => ({ id: reference, text: reference })) } = props
  const known = new Set([...taken, ...named])
  const offered = found.items
    .filter(({ reference }) => !known.has(reference))
    .slice(0, mostOffered)
    .map(({ reference, title, state }) => ({
      id: reference,
      text: title,
      detail: reference,
      leading: <OfferedState state={state} of={kind} />,
    }))
  return (
    <FormField label={label}>
      <Combobox
        label={label}
        multiple
        autoFocus
        // Results of an older search are offered only if they match the current text.
        options={matching(offered, query.replace(prefixes[kind], ''))}
        loading={found.isLoading}
        empty={`No matching ${noun}. You can also enter a full reference or URL.`}
        placeholder={placeholder}
        selected={tokens}
        onChange={chosen => references.setNamed(chosen.map(option => option.id))}
        onQuery={references.setQuery}
        onTyped={references.onTyped}
      />
    </FormField>
  )
}

interface OfferedStateProps {
  readonly state?: string | undefined
  readonly of?: NamedReferences['kind']
}

export const OfferedState = ({ state, of }: OfferedStateProps) => (
  <StateBadge
    state={state === 'closed' ? 'closed' : 'opened'}
    of={of === 'merge_request' ? 'merge_request' : 'issue'}
    look="icon"
  />
)
