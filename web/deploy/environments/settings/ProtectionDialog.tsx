import { useState } from 'react'
import type { DeploySettingsPage } from '#contract/deploy/environments/environment-pages.ts'
import { mostRequiredApprovals } from '#contract/deploy/environments/environment-words.ts'
import { protectEnvironment, updateProtectedEnvironment } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { GroupsField, PeopleField } from '#web/plan/pickers/NamedFields.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useId } from '#web/ui/use-id.tsx'
import { type Protection, protectionReadings, roleOptions } from './protection.ts'

/** Only the people and groups that the protection names. */
const noRole = { value: '0', label: 'No role' } as const
type RoleValue = (typeof roleOptions)[number]['value'] | '0'

const roleChoices = [...roleOptions, noRole]

/** The fields that name people or groups, by their ids in order. */
type NamesField = 'deployPeople' | 'deployGroups' | 'approvalPeople' | 'approvalGroups'

interface ProtectionFields extends Readonly<Record<NamesField, readonly string[]>> {
  readonly deploy: RoleValue
  readonly approve: RoleValue
  /** By the role. */
  readonly approvals: number
}

const roleOf = (level: number | null | undefined): RoleValue =>
  roleOptions.find(({ value }) => value === String(level))?.value ?? '0'

type NamedAccess = Protection['deployAccessLevels'][number]

const byRole = <Entry extends NamedAccess>(entries: readonly Entry[]): Entry | undefined =>
  entries.find(({ accessLevel }) => accessLevel !== null)

/** The people or groups that entries name. */
const namedBy = (entries: readonly NamedAccess[], kind: 'userId' | 'groupId'): readonly Option[] =>
  entries.flatMap(entry => {
    const id = entry[kind]
    return id === null ? [] : [{ id: String(id), text: entry.accessLevelDescription }]
  })

/** Chosen in another order, they are the same. */
const inOrder = (options: readonly Option[]): readonly string[] =>
  [...new Set(options.map(({ id }) => id))].toSorted((one, other) => Number(one) - Number(other))

const namedIn: Readonly<Record<NamesField, (rule: Protection) => readonly Option[]>> = {
  deployPeople: rule => namedBy(rule.deployAccessLevels, 'userId'),
  deployGroups: rule => namedBy(rule.deployAccessLevels, 'groupId'),
  approvalPeople: rule => namedBy(rule.approvalRules, 'userId'),
  approvalGroups: rule => namedBy(rule.approvalRules, 'groupId'),
}

function fieldsOf(rule: Protection | null): ProtectionFields {
  const names = (field: NamesField) => (rule === null ? [] : inOrder(namedIn[field](rule)))
  const approval = rule === null ? undefined : byRole(rule.approvalRules)
  return {
    deploy: rule === null ? '40' : roleOf(byRole(rule.deployAccessLevels)?.accessLevel),
    deployPeople: names('deployPeople'),
    deployGroups: names('deployGroups'),
    approvals: approval?.requiredApprovals ?? 0,
    approve: approval === undefined ? '40' : roleOf(approval.accessLevel),
    approvalPeople: names('approvalPeople'),
    approvalGroups: names('approvalGroups'),
  }
}

interface ProtectionDialogProps {
  readonly page: DeploySettingsPage
  /** Null for a new one. */
  readonly rule: Protection | null
  readonly onClose: () => void
}

/** A form for the protection of an environment: who may deploy, and whose approvals a deployment needs. */
export function ProtectionDialog({ page, rule, onClose }: ProtectionDialogProps) {
  const { id, fullPath } = page.namespace
  const [name, setName] = useState('')
  const names = useId()
  const draft = useDraft(fieldsOf(rule))
  const { values, changes, expected, set } = draft
  // Options chosen here come from the lists, the others from the protection.
  const [chosen, setChosen] = useState<{ readonly [Field in NamesField]?: readonly Option[] }>({})
  const optionsIn = (field: NamesField, ids: readonly string[]): readonly Option[] => {
    const known = [...(rule === null ? [] : namedIn[field](rule)), ...(chosen[field] ?? [])]
    return ids.map(each => known.find(option => option.id === each) ?? { id: each, text: each })
  }
  const namesField = (field: NamesField) => ({
    selected: optionsIn(field, values[field]),
    onChange: (picked: readonly Option[]) => {
      setChosen({ ...chosen, [field]: [...picked, ...(chosen[field] ?? [])] })
      set({ [field]: inOrder(picked) })
    },
  })
  const named = (field: NamesField, label: string) => ({
    label,
    shown: (ids: readonly string[]) =>
      ids.length === 0 ? 'None' : new Intl.ListFormat('en').format(optionsIn(field, ids).map(({ text }) => text)),
  })
  const labels: FieldLabels<ProtectionFields> = {
    deploy: chosenFrom<RoleValue>('Allowed to deploy', roleChoices),
    deployPeople: named('deployPeople', 'People allowed to deploy'),
    deployGroups: named('deployGroups', 'Groups allowed to deploy'),
    approvals: 'Required approvals',
    approve: chosenFrom<RoleValue>('Approvers', roleChoices),
    approvalPeople: named('approvalPeople', 'People who must approve'),
    approvalGroups: named('approvalGroups', 'Groups that must approve'),
  }
  const told = {
    refreshes: protectionReadings,
    onSuccess: () => {
      showToast(rule === null ? 'Environment protected' : 'Protection saved')
      onClose()
    },
  }
  const create = useOperation(protectEnvironment, told)
  const update = useOperation(updateProtectedEnvironment, told)
  const { error } = rule === null ? create : update
  // Roles and groups are chosen among those that fit: people are refused who are no members.
  const peopleProblem = (field: 'deployAccessLevels' | 'approvalRules', ids: readonly string[]) =>
    ids.length === 0 ? null : fieldProblem(error, field, 'One of them')
  const hasDeployers = values.deploy !== '0' || values.deployPeople.length + values.deployGroups.length > 0

  function submit() {
    if (rule === null) create.mutate({ id, name: name.trim(), ...entriesOf(values) })
    else if (!draft.isChanged) onClose()
    else update.mutate({ id, name: rule.name, ...onWire(changes), expected: onWire(expected) })
  }

  return (
    <FormDialog
      title={rule === null ? 'Protect environment' : `Protection of ${rule.name}`}
      onClose={onClose}
      submit={rule === null ? 'Protect environment' : 'Save protection'}
      disabled={(rule === null && name.trim() === '') || !hasDeployers}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['name', 'deployAccessLevels', 'approvalRules'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      {rule === null && (
        <FormField
          label="Environment"
          hint="Its name. The environment may be created later."
          refusal={fieldProblem(error, 'name', 'Environment')}
        >
          <TextInput
            required
            maxLength={255}
            autoCapitalize="none"
            spellCheck={false}
            list={names}
            value={name}
            onValue={setName}
          />
        </FormField>
      )}
      <datalist id={names}>
        {page.unprotectedNames.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <FormField
        label="Allowed to deploy"
        error={hasDeployers ? null : 'Choose a role, people or groups.'}
        refusal={values.deployPeople.length > 0 ? null : fieldProblem(error, 'deployAccessLevels', 'A deployer')}
      >
        <Select options={roleChoices} value={values.deploy} onValue={deploy => set({ deploy })} />
      </FormField>
      <PeopleField
        label="People allowed to deploy"
        namespace={fullPath}
        error={peopleProblem('deployAccessLevels', values.deployPeople)}
        {...namesField('deployPeople')}
      />
      <GroupsField label="Groups allowed to deploy" {...namesField('deployGroups')} />
      <FormField
        label="Required approvals"
        hint="A deployment waits for them. The user who deploys cannot approve. 0 requires none."
        refusal={values.approvalPeople.length > 0 ? null : fieldProblem(error, 'approvalRules', 'An approver')}
      >
        <NumberInput
          min={0}
          max={mostRequiredApprovals}
          value={values.approvals}
          onValue={count => set({ approvals: count ?? 0 })}
        />
      </FormField>
      {values.approvals > 0 && (
        <FormField label="Approvers">
          <Select options={roleOptions} value={values.approve} onValue={approve => set({ approve })} />
        </FormField>
      )}
      <PeopleField
        label="People who must approve"
        hint="Each of them, in addition to the required approvals."
        namespace={fullPath}
        error={peopleProblem('approvalRules', values.approvalPeople)}
        {...namesField('approvalPeople')}
      />
      <GroupsField
        label="Groups that must approve"
        hint="One member of each group must approve."
        {...namesField('approvalGroups')}
      />
    </FormDialog>
  )
}

/** The entries of a new protection as the API takes them. */
function entriesOf(fields: ProtectionFields) {
  const { deploy, approve, approvals } = fields
  const people = (ids: readonly string[]) => ids.map(each => ({ userId: Number(each) }))
  const groups = (ids: readonly string[]) => ids.map(each => ({ groupId: Number(each) }))
  return {
    deployAccessLevels: [
      ...(deploy === '0' ? [] : [{ accessLevel: Number(deploy) }]),
      ...people(fields.deployPeople),
      ...groups(fields.deployGroups),
    ],
    approvalRules: [
      ...(approvals === 0 ? [] : [{ accessLevel: Number(approve), requiredApprovals: approvals }]),
      ...people(fields.approvalPeople),
      ...groups(fields.approvalGroups),
    ],
  }
}

/** Some of the fields as the API takes them. */
const onWire = (fields: Partial<ProtectionFields>) => ({
  ...(fields.deploy === undefined ? {} : { deployLevel: Number(fields.deploy) }),
  ...(fields.deployPeople === undefined ? {} : { deployUserIds: fields.deployPeople.map(Number) }),
  ...(fields.deployGroups === undefined ? {} : { deployGroupIds: fields.deployGroups.map(Number) }),
  ...(fields.approve === undefined ? {} : { approvalLevel: Number(fields.approve) }),
  ...(fields.approvals === undefined ? {} : { approvals: fields.approvals }),
  ...(fields.approvalPeople === undefined ? {} : { approvalUserIds: fields.approvalPeople.map(Number) }),
  ...(fields.approvalGroups === undefined ? {} : { approvalGroupIds: fields.approvalGroups.map(Number) }),
})
