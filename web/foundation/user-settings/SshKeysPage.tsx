import { TerminalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import { createSshKey, deleteSshKey, sshKeysPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CredentialList, CredentialUse } from '../credentials/CredentialList.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { KeysFrame } from './KeysFrame.tsx'
import styles from './KeysPage.module.css'

export function SshKeysPage() {
  const { user } = useViewer()
  const { data } = useReading(sshKeysPage, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  return (
    <KeysFrame
      active="ssh-keys"
      title={foundationTitles.sshKeys}
      noun="SSH key"
      ending="keys"
      count={data?.keys.length}
      advice="Add the public part of a key pair. Never share the private part."
      form={onDone => <NewSshKey onDone={onDone} />}
    >
      <CredentialList
        label={foundationTitles.sshKeys}
        items={data?.keys ?? []}
        verb="Delete"
        noun="SSH key"
        nameOf={key => key.title}
        row={key => ({
          leading: <TerminalIcon />,
          title: key.title,
          badges: (
            <>
              <Chip>{key.kind}</Chip>
              {key.expiresAt !== null && key.expiresAt <= new Date().toISOString() && (
                <Chip tone="danger">Expired</Chip>
              )}
            </>
          ),
          detail: (
            <>
              <code className={styles.fingerprint}>{key.fingerprint}</code>
              <span>
                Added <RelativeTime at={key.createdAt} />
              </span>
              <CredentialUse {...key} />
            </>
          ),
        })}
        warning={() => 'The key is removed from your account and from your public list of keys. You can add it again.'}
        operation={deleteSshKey}
        inputOf={key => ({ keyId: key.id })}
        refreshes={[sshKeysPage]}
      />
    </KeysFrame>
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
        hint="The content of the file that ends in .pub, such as ~/.ssh/id_ed25519.pub. It starts with ssh-ed25519, ssh-rsa, ecdsa-sha2-… or sk-…"
        refusal={fieldProblem(add.error, 'key', 'Key')}
      >
        <TextArea autoFocus code required spellCheck={false} value={key} onValue={setKey} />
      </FormField>
      <Pair>
        <FormField
          label="Title"
          hint="Helps you identify the key. Anyone can view it."
          refusal={fieldProblem(add.error, 'title', 'Title')}
        >
          <TextInput required value={title} onValue={setTitle} />
        </FormField>
        <ExpiresOnField of="key" error={add.error} value={expiresOn} onValue={setExpiresOn} />
      </Pair>
      <FormActions submit="Add key" busy={add.isPending} onCancel={onDone} />
    </Form>
  )
}
