import { VerifiedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import { createGpgKey, deleteGpgKey, gpgKeysPage } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CredentialList } from '../credentials/CredentialList.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { KeysFrame } from './KeysFrame.tsx'
import styles from './KeysPage.module.css'

/** The fingerprint in groups of four, as gpg prints it. */
const grouped = (fingerprint: string): string => fingerprint.replace(/(.{4})(?=.)/g, '$1 ')

export function GpgKeysPage() {
  const { user } = useViewer()
  const { data } = useReading(gpgKeysPage, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  return (
    <KeysFrame
      active="gpg-keys"
      title={foundationTitles.gpgKeys}
      noun="GPG key"
      ending="gpg"
      count={data?.keys.length}
      advice="Add the public key of the key pair you sign with."
      form={onDone => <NewGpgKey onDone={onDone} />}
    >
      <CredentialList
        label={foundationTitles.gpgKeys}
        items={data?.keys ?? []}
        verb="Delete"
        noun="GPG key"
        nameOf={key => key.fingerprint}
        question="Delete this GPG key?"
        row={key => ({
          leading: <VerifiedIcon />,
          title: <code className={styles.fingerprint}>{grouped(key.fingerprint)}</code>,
          badges: key.emails.map(({ email, isVerified }) => (
            <Chip key={email} tone={isVerified ? 'good' : 'plain'}>
              {isVerified ? `${email}, verified` : `${email}, unverified`}
            </Chip>
          )),
          detail: (
            <>
              <span>
                Added <RelativeTime at={key.createdAt} />
              </span>
              {key.subkeyIds.length > 0 && <span>Subkeys: {key.subkeyIds.join(', ')}</span>}
            </>
          ),
        })}
        warning={key => (
          <>
            <code className={styles.fingerprint}>{grouped(key.fingerprint)}</code> is removed from your account and from
            your public list of keys. You can add it again.
          </>
        )}
        operation={deleteGpgKey}
        inputOf={key => ({ keyId: key.id })}
        refreshes={[gpgKeysPage]}
      />
    </KeysFrame>
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
        hint="The output of gpg --armor --export. It starts with -----BEGIN PGP PUBLIC KEY BLOCK-----"
        refusal={fieldProblem(add.error, 'key', 'Key')}
      >
        <TextArea autoFocus code required rows={8} spellCheck={false} value={key} onValue={setKey} />
      </FormField>
      <FormActions submit="Add key" busy={add.isPending} onCancel={onDone} />
    </Form>
  )
}
