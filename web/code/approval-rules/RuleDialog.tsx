import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import type { CallError } from '#web/api/client.ts'
import { listProtectedBranches } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { GroupsField, PeopleField } from '#web/plan/pickers/NamedFields.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import { useDebouncedState } from '#web/ui/use-debounced.ts'

export type ApprovalRule = ReplyOf<typeof import('#contract/code/merge-requests/approvals.ts').getProjectApprovalRule>

/** Fields of a rule by their names in the API; those that a change leaves as they are are absent. */
export interface RuleChanges {
  readonly name?: string
  readonly approvalsRequired?: number
  readonly userIds?: number[]
  readonly groupIds?: number[]
  readonly protectedBranchIds?: number[]
  readonly appliesToAllProtectedBranches?: boolean
}

export interface NewRule extends RuleChanges {
  readonly name: string
  readonly approvalsRequired: number
}

interface RuleFields {
  readonly name: string
  readonly approvalsRequired: number
  /** Ids in their order, as are those of groups and branches. */
  readonly people: readonly string[]
  readonly groups: readonly string[]
  readonly scope: Scope
  readonly branches: readonly string[]
}

interface RuleDialogProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The id of the project whose rule it is; null for the rule of one merge request. */
  readonly projectId: number | null
  /** Null for a new one. */
  readonly rule: ApprovalRule | null
  readonly write: { readonly isPending: boolean; readonly error: CallError | null; readonly reset: () => void }
  readonly onAdd: (rule: NewRule) => void
  /** @param expected  the former values of the changed fields */
  readonly onSave: (changes: RuleChanges, expected: RuleChanges) => void
  readonly onClose: () => void
}

/** A form for an approval rule: whose approvals it needs, and how many. */
export function RuleDialog({ namespace, projectId, rule, write, onAdd, onSave, onClose }: RuleDialogProps) {
  const draft = useDraft(fieldsOf(rule))
  const { values, set } = draft
  const { people, groups, scope, branches } = values
  // Options chosen here come from the lists, the others from the rule.
  const [chosen, setChosen] = useState<Readonly<Record<ApproverKind, readonly Option[]>>>({
    people: [],
    groups: [],
    branches: [],
  })
  const options = (kind: ApproverKind, ids: readonly string[]) => {
    const known = [...chosen[kind], ...optionsOf[kind](rule)]
    return ids.map(id => known.find(option => option.id === id) ?? { id, text: id })
  }
  const choose = (kind: ApproverKind) => (picked: readonly Option[]) => {
    setChosen({ ...chosen, [kind]: [...chosen[kind], ...picked] })
    set({ [kind]: inOrder(picked.map(option => option.id)) })
  }
  const [isMissing, setMissing] = useState(false)
  const [isBranchMissing, setBranchMissing] = useState(false)
  const isForAnyone = rule?.ruleType === 'any_approver'
  const named = (kind: ApproverKind, label: string) => ({
    label,
    shown: (ids: readonly string[]) =>
      ids.length === 0 ? 'None' : new Intl.ListFormat('en').format(options(kind, ids).map(option => option.text)),
  })
  const labels: FieldLabels<RuleFields> = {
    name: 'Name',
    approvalsRequired: 'Required approvals',
    people: named('people', 'People'),
    groups: named('groups', 'Groups'),
    scope: chosenFrom<Scope>('Target branches', scopes),
    branches: named('branches', 'Protected branches'),
  }

  function submit() {
    const lacks = !isForAnyone && people.length + groups.length === 0 && !rule?.containsHiddenGroups
    const lacksBranch = projectId !== null && scope === 'named' && branches.length === 0
    setMissing(lacks)
    setBranchMissing(lacksBranch)
    if (lacks || lacksBranch) return
    const isOfProject = projectId !== null
    if (rule === null)
      onAdd({
        ...onWire(values, values, { isForAnyone, isOfProject }),
        name: values.name.trim(),
        approvalsRequired: values.approvalsRequired,
      })
    else if (!draft.isChanged) onClose()
    else
      onSave(
        onWire(draft.changes, values, { isForAnyone, isOfProject }),
        onWire(draft.expected, { ...values, ...draft.expected }, { isForAnyone, isOfProject }),
      )
  }

  return (
    <FormDialog
      title={rule === null ? 'Add approval rule' : `Edit ${rule.name}`}
      onClose={onClose}
      submit={rule === null ? 'Add rule' : 'Save rule'}
      busy={write.isPending}
      problem={saveProblem(write.error, draft.overlaps, ['name'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={write} />
      <FormField label="Name" refusal={fieldProblem(write.error, 'name', 'Name')}>
        <TextInput required maxLength={255} value={values.name} onValue={name => set({ name })} />
      </FormField>
      <FormField label="Required approvals">
        <NumberInput
          min={0}
          max={100}
          value={values.approvalsRequired}
          onValue={next => set({ approvalsRequired: next ?? 0 })}
        />
      </FormField>
      {projectId !== null && (
        <FormField label="Target branches">
          <Select options={scopes} value={scope} onValue={next => set({ scope: next })} />
        </FormField>
      )}
      {projectId !== null && scope === 'named' && (
        <BranchesField
          projectId={projectId}
          branches={options('branches', branches)}
          error={isBranchMissing ? 'Choose at least one protected branch.' : null}
          onBranches={choose('branches')}
        />
      )}
      {!isForAnyone && (
        <>
          <PeopleField
            label="People"
            hint="Approvals count only from people with at least the Developer role."
            namespace={namespace}
            selected={options('people', people)}
            error={isMissing ? 'Add people or groups who can approve.' : null}
            onChange={choose('people')}
          />
          <GroupsField label="Groups" selected={options('groups', groups)} onChange={choose('groups')} />
        </>
      )}
    </FormDialog>
  )
}

type ApproverKind = 'people' | 'groups' | 'branches'

/** The approvers that a rule names already. */
const optionsOf: Readonly<Record<ApproverKind, (rule: ApprovalRule | null) => readonly Option[]>> = {
  people: rule => (rule?.users ?? []).map(personOption),
  // The form of each group is the product's, of which the contract promises nothing.
  groups: rule =>
    ((rule?.groups ?? []) as readonly { readonly id: number; readonly fullName: string }[]).map(group => ({
      id: String(group.id),
      text: group.fullName,
    })),
  branches: rule => (rule?.protectedBranches ?? []).map(branchOption),
}

/** Chosen in another order, they are the same. */
const inOrder = (ids: readonly string[]): readonly string[] => ids.toSorted((a, b) => Number(a) - Number(b))

function fieldsOf(rule: ApprovalRule | null): RuleFields {
  const ids = (kind: ApproverKind) => inOrder(optionsOf[kind](rule).map(option => option.id))
  const scope = scopeOf(rule)
  return {
    name: rule?.name ?? '',
    approvalsRequired: rule?.approvalsRequired ?? 1,
    people: ids('people'),
    groups: ids('groups'),
    scope,
    branches: scope === 'named' ? ids('branches') : [],
  }
}

/** Some of the fields as the API takes them. @param all  the form that they belong to */
function onWire(
  { name, approvalsRequired, people, groups, scope, branches }: Partial<RuleFields>,
  all: RuleFields,
  { isForAnyone, isOfProject }: { readonly isForAnyone: boolean; readonly isOfProject: boolean },
): RuleChanges {
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(approvalsRequired === undefined ? {} : { approvalsRequired }),
    ...(people === undefined || isForAnyone ? {} : { userIds: people.map(Number) }),
    ...(groups === undefined || isForAnyone ? {} : { groupIds: groups.map(Number) }),
    ...(scope === undefined || !isOfProject ? {} : { appliesToAllProtectedBranches: scope === 'protected' }),
    ...((scope === undefined && branches === undefined) || !isOfProject
      ? {}
      : { protectedBranchIds: all.scope === 'named' ? all.branches.map(Number) : [] }),
  }
}

type Scope = (typeof scopes)[number]['value']

const scopes = [
  { value: 'all', label: 'All branches' },
  { value: 'protected', label: 'All protected branches' },
  { value: 'named', label: 'Some protected branches' },
] as const

function scopeOf(rule: ApprovalRule | null): Scope {
  if (rule?.appliesToAllProtectedBranches) return 'protected'
  return (rule?.protectedBranches ?? []).length > 0 ? 'named' : 'all'
}

const branchOption = ({ id, name }: { readonly id: number; readonly name: string }): Option => ({
  id: String(id),
  text: name,
})

interface BranchesFieldProps {
  readonly projectId: number
  readonly branches: readonly Option[]
  readonly error: string | null
  readonly onBranches: (branches: readonly Option[]) => void
}

function BranchesField({ projectId: id, branches, error, onBranches }: BranchesFieldProps) {
  const [query, setQuery, isPausing] = useDebouncedState('')
  const { data, isFetching } = useReading(
    listProtectedBranches,
    { id, perPage: 20, ...(query === '' ? {} : { search: query }) },
    { keepPrevious: true },
  )
  return (
    <FormField label="Protected branches" error={error}>
      <Combobox
        label="Protected branches"
        multiple
        placeholder="Search for protected branches"
        empty="No matching protected branches"
        options={(data ?? []).map(branchOption)}
        selected={branches}
        loading={isFetching || isPausing}
        onQuery={setQuery}
        onChange={onBranches}
      />
    </FormField>
  )
}
