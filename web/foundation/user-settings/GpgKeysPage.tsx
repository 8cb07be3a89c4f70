import { PlusIcon, VerifiedIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { createGpgKey, deleteGpgKey, gpgKeysPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { Form, FormActions } from '../Form.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import styles from './KeysPage.module.css'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type GpgKey = ReplyOf<typeof import('#contract/foundation/keys.ts').gpgKeysPage>['keys'][number]

export function GpgKeysPage() {
  const { user } = useViewer()
  const { data } = useReading(gpgKeysPage, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    moveFocusOn(() => [opener.current])
    setAdding(false)
  }
  return (
    <UserSettingsFrame
      active="gpg-keys"
      title={foundationTitles.gpgKeys}
      detail={
        user !== null && (
          <>
            Public keys that belong to you. Everyone can read them at{' '}
            <TextLink href={`/${user.username}.gpg`}>{`/${user.username}.gpg`}</TextLink>.
          </>
        )
      }
      actions={
        !isAdding && (
          <Button ref={opener} variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
            Add GPG key
          </Button>
        )
      }
    >
      {isAdding && (
        <Card title="Add GPG key">
          <NewGpgKey onDone={close} />
        </Card>
      )}
      <GpgKeys keys={data?.keys} />
    </UserSettingsFrame>
  )
}

function NewGpgKey({ onDone }: { readonly onDone: () => void }) {
  const [key, setKey] = useState('')
  const add = useOperation(createGpgKey, {
    refreshes: [gpgKeysPage],
    onSuccess: () => {
      onDone()
      showToast('GPG key added')
    },
  })
  return (
    <Form problem={formProblem(add.error, ['key'])} onSubmit={() => !add.isPending && add.mutate({ key })}>
      <FormField
        label="Key"
        hint="The output of gpg --armor --export. It begins with -----BEGIN PGP PUBLIC KEY BLOCK-----"
        error={fieldProblem(add.error, 'key', 'Key')}
      >
        <TextArea
          autoFocus
          code
          required
          rows={8}
          spellCheck={false}
          value={key}
          onChange={event => setKey(event.target.value)}
        />
      </FormField>
      <FormActions>
        <Button type="submit" variant="primary" busy={add.isPending}>
          Add key
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

/** The fingerprint in groups of four, as gpg prints it. */
const grouped = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, '$1 ')

function GpgKeys({ keys }: { readonly keys: readonly GpgKey[] | undefined }) {
  const [deleting, setDeleting] = useState<GpgKey | null>(null)
  const remove = useOperation(deleteGpgKey, {
    refreshes: [gpgKeysPage],
    onSuccess: () => {
      setDeleting(null)
      showToast('GPG key deleted')
    },
  })
  if (keys === undefined) return <Skeleton rows={3} shape="row" />
  return (
    <Card title="Your GPG keys" flush>
      {keys.length === 0 ? (
        <EmptyState size="s" headingLevel={3} illustration={<Illustration of="nothing-yet" />} title="No GPG keys">
          Add the public key whose private part you sign with.
        </EmptyState>
      ) : (
        <List framed={false} aria-label="GPG keys">
          {keys.map(key => (
            <ListRow
              key={key.id}
              leading={<VerifiedIcon />}
              title={<code className={styles.fingerprint}>{grouped(key.fingerprint)}</code>}
              badges={key.emails.map(({ email, isVerified }) => (
                <Chip key={email} tone={isVerified ? 'good' : 'plain'}>
                  {isVerified ? `${email}, verified` : `${email}, unverified`}
                </Chip>
              ))}
              detail={
                <>
                  <span>
                    Added <RelativeTime at={key.createdAt} />
                  </span>
                  {key.subkeyIds.length > 0 && <span>Subkeys: {key.subkeyIds.join(', ')}</span>}
                </>
              }
              trailing={
                <Button
                  size="s"
                  variant="danger-quiet"
                  aria-label={`Delete ${key.fingerprint}`}
                  onClick={() => setDeleting(key)}
                >
                  Delete
                </Button>
              }
            />
          ))}
        </List>
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete this GPG key?"
          confirm="Delete GPG key"
          busy={remove.isPending}
          error={formProblem(remove.error)}
          onConfirm={() => remove.mutate({ keyId: deleting.id })}
          onClose={() => setDeleting(null)}
        >
          <code className={styles.fingerprint}>{grouped(deleting.fingerprint)}</code> is removed from your account and
          from your public list of keys. You can add it again.
        </ConfirmDialog>
      )}
    </Card>
  )
}
