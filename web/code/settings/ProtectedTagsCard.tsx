import { PlusIcon, ShieldLockIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { repositoryTopic } from '#contract/live-topics.ts'
import { listProtectedTags, protectTag, unprotectTag } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { pagesOfRefs } from '../refs/ref-list.ts'
import type { CodePlace } from '../shapes.ts'
import { type AccessValue, accessOptions, allowedWords } from './access-levels.ts'
import { DeployKeyChoices, grantsOf } from './DeployKeyChoices.tsx'
import { RuleList } from './RuleList.tsx'

/** The rules for tags in the settings of a project. */
export function ProtectedTagsCard({ place }: { readonly place: CodePlace }) {
  const { id } = place
  const [isAdding, setAdding] = useState(false)
  const { data: rules } = useReading(listProtectedTags, { id, perPage: 100 }, { topics: () => [repositoryTopic(id)] })
  return (
    <Card
      title="Protected tags"
      flush={rules !== undefined && rules.length > 0}
      description="Rules for who can create tags. A protected tag cannot be moved, and only maintainers can delete it."
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          Protect tag
        </Button>
      }
    >
      {rules === undefined ? (
        <Skeleton rows={2} shape="row" />
      ) : rules.length === 0 ? (
        <FormNote>
          No protected tags. Everyone with at least the Developer role can create, move and delete tags.
        </FormNote>
      ) : (
        <RuleList
          noun="tag"
          projectId={id}
          rules={rules}
          operation={unprotectTag}
          refreshes={[listProtectedTags, ...pagesOfRefs]}
          icon={<ShieldLockIcon />}
          detail={rule => <span>Create: {allowedWords(rule.createAccessLevels)}</span>}
        />
      )}
      {isAdding && <RuleDialog place={place} onClose={() => setAdding(false)} />}
    </Card>
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
      <FormField
        label="Tag or wildcard"
        hint="For example v1.0, or v* for all tags that begin with v."
        refusal={fieldProblem(protect.error, 'name', 'Name')}
      >
        <TextInput
          code
          required
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={name}
          onValue={setName}
        />
      </FormField>
      <FormField label="Allowed to create">
        <Select options={accessOptions} value={create} onValue={setCreate} />
      </FormField>
      <DeployKeyChoices place={place} legend="Deploy keys allowed to create" value={keys} onValue={setKeys} />
    </FormDialog>
  )
}
