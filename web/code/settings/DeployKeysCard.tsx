import { KeyIcon, PencilIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { addDeployKey, removeDeployKey, repositorySettingsPage, updateDeployKey } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { nowOf, useDraft } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import type { DeployKey } from '../shapes.ts'
import styles from './DeployKeysCard.module.css'

const refreshes = [repositorySettingsPage]

interface DeployKeysCardProps {
  readonly projectId: number
  readonly keys: readonly DeployKey[]
}

/** The keys by which machines read the project's code, or push to it. */
export function DeployKeysCard({ projectId: id, keys }: DeployKeysCardProps) {
  const [editing, setEditing] = useState<DeployKey | 'new' | null>(null)
  const [removing, setRemoving] = useState<DeployKey | null>(null)
  const remove = useOperation(removeDeployKey, {
    refreshes,
    onSuccess: () => {
      setRemoving(null)
      showToast('Deploy key removed')
    },
  })
  return (
    <Card
      title="Deploy keys"
      flush={keys.length > 0}
      description="SSH keys that give machines access to this repository without an account."
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
          Add deploy key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <FormNote>No deploy keys. Add one for a server that fetches or pushes code.</FormNote>
      ) : (
        <List framed={false} aria-label="Deploy keys">
          {keys.map(key => (
            <ListRow
              key={key.id}
              leading={<KeyIcon />}
              title={key.title}
              detail={
                <>
                  <span>{key.canPush && key.creator !== null ? 'Read and write' : 'Read only'}</span>
                  <code className={styles.fingerprint}>{key.fingerprintSha256}</code>
                  <span>
                    {key.lastUsedAt === null ? (
                      'Never used'
                    ) : (
                      <>
                        Last used <RelativeTime at={key.lastUsedAt} />
                      </>
                    )}
                  </span>
                </>
              }
              trailing={
                <>
                  <IconButton
                    label={`Edit ${key.title}`}
                    icon={<PencilIcon />}
                    size="s"
                    onClick={() => setEditing(key)}
                  />
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Remove ${key.title}`}
                    onClick={() => setRemoving(key)}
                  >
                    Remove
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      {editing !== null && (
        <KeyDialog
          projectId={id}
          before={editing === 'new' ? null : nowOf(keys, editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.title}?`}
          confirm="Remove deploy key"
          write={remove}
          onConfirm={() => remove.mutate({ id, keyId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          Machines that use this key lose access to this project immediately. Other projects with this key are not
          affected.
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface KeyDialogProps {
  readonly projectId: number
  /** Null for a new one. */
  readonly before: DeployKey | null
  readonly onClose: () => void
}

const keyLabels = { title: 'Title', canPush: 'Write access' }

function KeyDialog({ projectId: id, before, onClose }: KeyDialogProps) {
  const draft = useDraft({ title: before?.title ?? '', canPush: before?.canPush ?? false })
  const { title, canPush } = draft.values
  const [key, setKey] = useState('')
  const done = (sentence: string) => ({
    refreshes,
    onSuccess: () => {
      showToast(sentence)
      onClose()
    },
  })
  const add = useOperation(addDeployKey, done('Deploy key added'))
  const update = useOperation(updateDeployKey, done('Deploy key saved'))
  const { error } = before === null ? add : update
  return (
    <FormDialog
      title={before === null ? 'Add deploy key' : `Edit ${before.title}`}
      onClose={onClose}
      submit={before === null ? 'Add deploy key' : 'Save deploy key'}
      busy={add.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['title', 'key'])}
      onSubmit={() => {
        if (before === null) add.mutate({ id, title: title.trim(), key: key.trim(), canPush })
        else if (!draft.isChanged) onClose()
        else update.mutate({ id, keyId: before.id, ...draft.changes, expected: draft.expected })
      }}
    >
      <DraftOverlaps draft={draft} labels={keyLabels} save={update} />
      <FormField
        label="Title"
        hint="For example, the name of the machine."
        refusal={fieldProblem(error, 'title', 'Title')}
      >
        <TextInput required maxLength={255} value={title} onValue={next => draft.set({ title: next })} />
      </FormField>
      {before === null && (
        <FormField
          label="Public key"
          hint="Starts with ssh-ed25519, ssh-rsa or ecdsa-sha2-…. You cannot use a key that is already on a user account."
          refusal={fieldProblem(error, 'key', 'Key')}
        >
          <TextArea
            code
            required
            rows={3}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={10_000}
            value={key}
            onValue={setKey}
          />
        </FormField>
      )}
      <Checkbox
        label="Allow write access"
        hint="Pushes are made as the person who added the key, with their role. To push to a protected branch, the key must be in that branch's rule."
        checked={canPush}
        onValue={next => draft.set({ canPush: next })}
      />
    </FormDialog>
  )
}
