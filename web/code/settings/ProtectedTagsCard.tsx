import { useState } from 'react'
import { repositoryTopic } from '#contract/live-topics.ts'
import { listProtectedTags, protectTag, unprotectTag } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { pagesOfRefs } from '../refs/ref-list.ts'
import type { CodePlace } from '../shapes.ts'
import { type AccessValue, accessOptions, allowedWords } from './access-levels.ts'
import { DeployKeyChoices, grantsOf } from './DeployKeyChoices.tsx'
import { RuleNameField, RulesCard } from './RulesCard.tsx'

/** The rules for tags in the settings of a project. */
export function ProtectedTagsCard({ place }: { readonly place: CodePlace }) {
  const { id } = place
  const [isAdding, setAdding] = useState(false)
  const { data: rules } = useReading(listProtectedTags, { id, perPage: 100 }, { topics: () => [repositoryTopic(id)] })
  return (
    <RulesCard
      noun="tag"
      description="Rules for who can create tags. A protected tag cannot be moved, and only maintainers can delete it."
      without="Everyone with at least the Developer role can create, move and delete tags."
      projectId={id}
      rules={rules}
      operation={unprotectTag}
      refreshes={[listProtectedTags, ...pagesOfRefs]}
      detail={rule => <span>Create: {allowedWords(rule.createAccessLevels)}</span>}
      onAdd={() => setAdding(true)}
    >
      {isAdding && <RuleDialog place={place} onClose={() => setAdding(false)} />}
    </RulesCard>
  )
}

function RuleDialog({ place, onClose }: { readonly place: CodePlace; readonly onClose: () => void }) {
  const { id } = place
  const [name, setName] = useState('')
  const [create, setCreate] = useState<AccessValue>('40')
  const [keys, setKeys] = useState<readonly number[]>([])
  const protect = useOperation(protectTag, {
    refreshes: [listProtectedTags, ...pagesOfRefs],
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
        hint="For example v1.0, or v* for all tags that begin with v."
        refusal={fieldProblem(protect.error, 'name', 'Name')}
        value={name}
        onValue={setName}
      />
      <FormField label="Allowed to create">
        <Select options={accessOptions} value={create} onValue={setCreate} />
      </FormField>
      <DeployKeyChoices place={place} legend="Deploy keys allowed to create" value={keys} onValue={setKeys} />
    </FormDialog>
  )
}
