import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { protectTag, unprotectTag } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { DeployKey } from '../shapes.ts'
import { type AccessValue, accessOptions, allowedWords } from './access-levels.ts'
import { DeployKeyChoices, grantsOf } from './DeployKeyChoices.tsx'
import { pagesOfRules, RuleNameField, RulesCard } from './RulesCard.tsx'

interface ProtectedTagsCardProps {
  readonly projectId: number
  readonly rules: readonly ReplyOf<typeof import('#contract/code/protected-refs.ts').protectTag>[]
  readonly keys: readonly DeployKey[]
}

/** The rules for tags in the settings of a project. */
export function ProtectedTagsCard({ projectId: id, rules, keys }: ProtectedTagsCardProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <RulesCard
      noun="tag"
      description="Control who can create tags. Protected tags cannot be moved, and only maintainers can delete them."
      without="Everyone with at least the Developer role can create, move and delete tags."
      projectId={id}
      rules={rules}
      operation={unprotectTag}
      detail={rule => <span>Create: {allowedWords(rule.createAccessLevels)}</span>}
      onAdd={() => setAdding(true)}
    >
      {isAdding && <RuleDialog projectId={id} allKeys={keys} onClose={() => setAdding(false)} />}
    </RulesCard>
  )
}

interface RuleDialogProps {
  readonly projectId: number
  readonly allKeys: readonly DeployKey[]
  readonly onClose: () => void
}

function RuleDialog({ projectId: id, allKeys, onClose }: RuleDialogProps) {
  const [name, setName] = useState('')
  const [create, setCreate] = useState<AccessValue>('40')
  const [keys, setKeys] = useState<readonly number[]>([])
  const protect = useOperation(protectTag, {
    refreshes: pagesOfRules,
    onSuccess: () => {
      showToast('Tag protected')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Protect tag"
      onClose={onClose}
      submit="Protect tag"
      busy={protect.isPending}
      problem={formProblem(protect.error, ['name'])}
      onSubmit={() =>
        protect.mutate({
          ...{ id, name: name.trim(), createAccessLevel: Number(create) },
          allowedToCreate: grantsOf([], keys),
        })
      }
    >
      <RuleNameField
        label="Tag or wildcard"
        hint="For example, v1.0, or v* for all tags that start with v."
        refusal={fieldProblem(protect.error, 'name', 'Name')}
        value={name}
        onValue={setName}
      />
      <FormField label="Allowed to create">
        <Select options={accessOptions} value={create} onValue={setCreate} />
      </FormField>
      <DeployKeyChoices all={allKeys} legend="Deploy keys allowed to create" value={keys} onValue={setKeys} />
    </FormDialog>
  )
}
