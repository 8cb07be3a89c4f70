import { PencilIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { protectBranch, unprotectBranch, updateProtectedBranch } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { nowOf, useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import type { DeployKey } from '../shapes.ts'
import { type AccessValue, accessOptions, allowedWords, roleOf } from './access-levels.ts'
import { DeployKeyChoices, grantsOf, keysOf } from './DeployKeyChoices.tsx'
import { pagesOfRules, RuleNameField, RulesCard } from './RulesCard.tsx'

type Rule = ReplyOf<typeof import('#contract/code/protected-refs.ts').protectBranch>

interface ProtectedBranchesCardProps {
  readonly projectId: number
  readonly rules: readonly Rule[]
  readonly keys: readonly DeployKey[]
}

/** The rules for branches in the settings of a project. */
export function ProtectedBranchesCard({ projectId: id, rules, keys }: ProtectedBranchesCardProps) {
  const [editing, setEditing] = useState<Rule | 'new' | null>(null)
  return (
    <RulesCard
      noun="branch"
      description="Control who can push to and merge into branches. Protected branches cannot be deleted with Git."
      without="Everyone with at least the Developer role can push to and delete branches."
      projectId={id}
      rules={rules}
      operation={unprotectBranch}
      detail={rule => (
        <>
          <span>Push: {allowedWords(rule.pushAccessLevels)}</span>
          <span>Merge: {allowedWords(rule.mergeAccessLevels)}</span>
          <span>{rule.allowForcePush ? 'Force pushes allowed' : 'No force pushes'}</span>
          {rule.codeOwnerApprovalRequired && <span>Code owners must approve</span>}
        </>
      )}
      more={rule => (
        <IconButton label={`Edit ${rule.name}`} icon={<PencilIcon />} size="s" onClick={() => setEditing(rule)} />
      )}
      onAdd={() => setEditing('new')}
    >
      {editing !== null && (
        <RuleDialog
          projectId={id}
          allKeys={keys}
          rule={editing === 'new' ? null : nowOf(rules, editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </RulesCard>
  )
}

interface RuleDialogProps {
  readonly projectId: number
  readonly allKeys: readonly DeployKey[]
  /** Null for a new one. */
  readonly rule: Rule | null
  readonly onClose: () => void
}

interface ProtectionFields {
  readonly push: AccessValue
  readonly merge: AccessValue
  /** Ids of deploy keys, in their order. */
  readonly keys: readonly number[]
  readonly allowForcePush: boolean
  readonly codeOwnerApprovalRequired: boolean
}

const fieldsOf = (rule: Rule | null): ProtectionFields => ({
  push: rule === null ? '40' : roleOf(rule.pushAccessLevels),
  merge: rule === null ? '40' : roleOf(rule.mergeAccessLevels),
  keys: keysOf(rule?.pushAccessLevels ?? []).toSorted((a, b) => a - b),
  allowForcePush: rule?.allowForcePush ?? false,
  codeOwnerApprovalRequired: rule?.codeOwnerApprovalRequired ?? false,
})

const labels: FieldLabels<ProtectionFields> = {
  push: chosenFrom<AccessValue>('Allowed to push', accessOptions),
  merge: chosenFrom<AccessValue>('Allowed to merge', accessOptions),
  keys: { label: 'Deploy keys allowed to push', shown: ids => counted(ids.length, 'deploy key') },
  allowForcePush: 'Allow force pushes',
  codeOwnerApprovalRequired: 'Require approval from code owners',
}

function RuleDialog({ projectId: id, allKeys, rule, onClose }: RuleDialogProps) {
  const [name, setName] = useState('')
  const draft = useDraft(fieldsOf(rule))
  const { values, changes, expected, set } = draft
  const { push, merge, keys, allowForcePush, codeOwnerApprovalRequired } = values
  const told = {
    refreshes: pagesOfRules,
    onSuccess: () => {
      showToast(rule === null ? 'Branch protected' : 'Protection saved')
      onClose()
    },
  }
  const create = useOperation(protectBranch, told)
  const update = useOperation(updateProtectedBranch, told)
  const { error } = rule === null ? create : update

  function submit() {
    if (rule === null) {
      const levels = { pushAccessLevel: Number(push), mergeAccessLevel: Number(merge) }
      const allowedToPush = grantsOf([], keys)
      create.mutate({ id, name: name.trim(), allowForcePush, codeOwnerApprovalRequired, allowedToPush, ...levels })
    } else if (!draft.isChanged) onClose()
    else
      update.mutate({
        id,
        name: rule.name,
        // A role that stays as it is says nothing about users who are named beside it.
        ...onWire(changes),
        ...(changes.keys === undefined ? {} : { allowedToPush: grantsOf(rule.pushAccessLevels, keys) }),
        expected: {
          ...onWire(expected),
          ...(expected.keys === undefined ? {} : { pushDeployKeyIds: [...expected.keys] }),
        },
      })
  }

  return (
    <FormDialog
      title={rule === null ? 'Protect branch' : `Protection of ${rule.name}`}
      onClose={onClose}
      submit={rule === null ? 'Protect branch' : 'Save protection'}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['name'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      {rule === null && (
        <RuleNameField
          label="Branch or wildcard"
          hint="For example, main, or release/* for all branches that start with release/."
          refusal={fieldProblem(error, 'name', 'Name')}
          value={name}
          onValue={setName}
        />
      )}
      <FormField label="Allowed to push">
        <Select options={accessOptions} value={push} onValue={next => set({ push: next })} />
      </FormField>
      <DeployKeyChoices
        all={allKeys}
        legend="Deploy keys allowed to push"
        value={keys}
        onValue={next => set({ keys: next.toSorted((a, b) => a - b) })}
      />
      <FormField label="Allowed to merge" hint="Everyone who can push can also merge.">
        <Select options={accessOptions} value={merge} onValue={next => set({ merge: next })} />
      </FormField>
      <Checkbox
        label="Allow force pushes"
        hint="Anyone who can push can rewrite the history of the branch."
        checked={allowForcePush}
        onValue={next => set({ allowForcePush: next })}
      />
      <Checkbox
        label="Require approval from code owners"
        hint="Changes to files with code owners need a merge request that the owners have approved. Direct pushes to these files are rejected."
        checked={codeOwnerApprovalRequired}
        onValue={next => set({ codeOwnerApprovalRequired: next })}
      />
    </FormDialog>
  )
}

/** Some of the fields as the API takes them. */
const onWire = ({ push, merge, allowForcePush, codeOwnerApprovalRequired }: Partial<ProtectionFields>) => ({
  ...(push === undefined ? {} : { pushAccessLevel: Number(push) }),
  ...(merge === undefined ? {} : { mergeAccessLevel: Number(merge) }),
  ...(allowForcePush === undefined ? {} : { allowForcePush }),
  ...(codeOwnerApprovalRequired === undefined ? {} : { codeOwnerApprovalRequired }),
})
