import { PlusIcon, TerminalIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { createSshKey, deleteSshKey, sshKeysPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { describeDay } from '#web/ui/text/time.ts'
import { Chip } from '../Chip.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { Form, FormActions, Pair } from '../Form.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import styles from './KeysPage.module.css'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type SshKey = ReplyOf<typeof import('#contract/foundation/keys.ts').sshKeysPage>['keys'][number]

export function SshKeysPage() {
  const { user } = useViewer()
  const { data } = useReading(sshKeysPage, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    moveFocusOn(() => [opener.current])
    setAdding(false)
  }
  return (
    <UserSettingsFrame
      active="ssh-keys"
      title={foundationTitles.sshKeys}
      detail={
        user !== null && (
          <>
            Public keys that belong to you. Everyone can read them at{' '}
            <TextLink href={`/${user.username}.keys`}>{`/${user.username}.keys`}</TextLink>.
          </>
        )
      }
      actions={
        !isAdding && (
          <Button ref={opener} variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
            Add SSH key
          </Button>
        )
      }
    >
      {isAdding && (
        <Card title="Add SSH key">
          <NewSshKey onDone={close} />
        </Card>
      )}
      <SshKeys keys={data?.keys} />
    </UserSettingsFrame>
  )
}

function NewSshKey({ onDone }: { readonly onDone: () => void }) {
  const [key, setKey] = useState('')
  const [typedTitle, setTitle] = useState<string | null>(null)
  const [expiresOn, setExpiresOn] = useState<string | null>(null)
  const add = useOperation(createSshKey, {
    refreshes: [sshKeysPage],
    onSuccess: () => {
      onDone()
      showToast('SSH key added')
    },
  })
  // The comment at the end of a key usually names the machine that it was made on.
  const title = typedTitle ?? key.trim().split(/\s+/).slice(2).join(' ')
  const expiresAt = expiresOn === null ? null : `${expiresOn}T00:00:00Z`
  return (
    <Form
      problem={formProblem(add.error, ['key', 'title', 'expiresAt'])}
      onSubmit={() => !add.isPending && add.mutate({ key, title, expiresAt })}
    >
      <FormField
        label="Key"
        hint="The content of the file that ends in .pub, such as ~/.ssh/id_ed25519.pub. It begins with ssh-ed25519, ssh-rsa, ecdsa-sha2-… or sk-…"
        error={fieldProblem(add.error, 'key', 'Key')}
      >
        <TextArea
          autoFocus
          code
          required
          spellCheck={false}
          value={key}
          onChange={event => setKey(event.target.value)}
        />
      </FormField>
      <Pair>
        <FormField
          label="Title"
          hint="Tells your keys apart. Everyone can read it."
          error={fieldProblem(add.error, 'title', 'Title')}
        >
          <TextInput required value={title} onChange={event => setTitle(event.target.value)} />
        </FormField>
        <ExpiresOnField of="key" error={add.error} value={expiresOn} onValue={setExpiresOn} />
      </Pair>
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

function SshKeys({ keys }: { readonly keys: readonly SshKey[] | undefined }) {
  const [deleting, setDeleting] = useState<SshKey | null>(null)
  const remove = useOperation(deleteSshKey, {
    refreshes: [sshKeysPage],
    onSuccess: () => {
      setDeleting(null)
      showToast('SSH key deleted')
    },
  })
  if (keys === undefined) return <Skeleton rows={3} shape="row" />
  return (
    <Card title="Your SSH keys" flush>
      {keys.length === 0 ? (
        <EmptyState size="s" headingLevel={3} illustration={<Illustration of="nothing-yet" />} title="No SSH keys">
          Add the public part of a key pair. The private part stays with you.
        </EmptyState>
      ) : (
        <List framed={false} aria-label="SSH keys">
          {keys.map(key => (
            <ListRow
              key={key.id}
              leading={<TerminalIcon />}
              title={key.title}
              badges={
                <>
                  <Chip>{key.kind}</Chip>
                  {key.expiresAt !== null && key.expiresAt <= new Date().toISOString() && (
                    <Chip tone="danger">Expired</Chip>
                  )}
                </>
              }
              detail={
                <>
                  <code className={styles.fingerprint}>{key.fingerprint}</code>
                  <span>
                    Added <RelativeTime at={key.createdAt} />
                  </span>
                  <span>
                    {key.lastUsedAt === null ? (
                      'Never used'
                    ) : (
                      <>
                        Last used <RelativeTime at={key.lastUsedAt} />
                      </>
                    )}
                  </span>
                  <span>
                    {key.expiresAt === null ? 'Never expires' : `Expires ${describeDay(key.expiresAt.slice(0, 10))}`}
                  </span>
                </>
              }
              trailing={
                <Button
                  size="s"
                  variant="danger-quiet"
                  aria-label={`Delete ${key.title}`}
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
          title={`Delete “${deleting.title}”?`}
          confirm="Delete SSH key"
          busy={remove.isPending}
          error={formProblem(remove.error)}
          onConfirm={() => remove.mutate({ keyId: deleting.id })}
          onClose={() => setDeleting(null)}
        >
          The key is removed from your account and from your public list of keys. You can add it again.
        </ConfirmDialog>
      )}
    </Card>
  )
}
