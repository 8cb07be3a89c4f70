import { useState } from 'react'
import { projectHooks, projectHooksPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Flag, told, type Webhook } from './events.ts'
import styles from './WebhookDialog.module.css'

interface WebhookDialogProps {
  readonly projectId: number
  /** Null: a new one. */
  readonly hook: Webhook | null
  readonly onClose: () => void
}

const fields = ['url', 'token', 'signingToken']

/** Adds a webhook, or changes one. Secrets are never shown again: an empty box keeps what there is. */
export function WebhookDialog({ projectId, hook, onClose }: WebhookDialogProps) {
  const [url, setUrl] = useState(hook?.url ?? '')
  const [name, setName] = useState(hook?.name ?? '')
  const [token, setToken] = useState('')
  const [signingToken, setSigningToken] = useState('')
  const [branches, setBranches] = useState(hook?.pushEventsBranchFilter ?? '')
  const [verifies, setVerifies] = useState(hook?.enableSslVerification ?? true)
  const [flags, setFlags] = useState<readonly Flag[]>(
    hook === null ? ['pushEvents'] : told.filter(({ flag }) => hook[flag]).map(({ flag }) => flag),
  )
  const done = {
    refreshes: [projectHooksPage],
    onSuccess: () => {
      onClose()
      showToast(hook === null ? 'Webhook added' : 'Webhook saved')
    },
  }
  const add = useOperation(projectHooks.create, done)
  const edit = useOperation(projectHooks.update, done)
  const isMoved = hook !== null && url.trim() !== hook.url
  const { error, isPending } = hook === null ? add : edit

  function submit() {
    const input = {
      id: projectId,
      url: url.trim(),
      name: name.trim(),
      ...(token !== '' && { token }),
      ...(signingToken !== '' && { signingToken: signingToken.trim() }),
      pushEventsBranchFilter: branches.trim(),
      enableSslVerification: verifies,
      ...Object.fromEntries(told.map(({ flag }) => [flag, flags.includes(flag)])),
    }
    if (hook === null) add.mutate(input)
    else edit.mutate({ ...input, hookId: hook.id })
  }

  return (
    <FormDialog
      title={hook === null ? 'Add webhook' : 'Edit webhook'}
      size="l"
      submit={hook === null ? 'Add webhook' : 'Save changes'}
      disabled={url.trim() === ''}
      busy={isPending}
      problem={formProblem(error, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField
        label="URL"
        required
        hint={
          isMoved
            ? 'Tokens, custom headers and URL variables of the previous URL will be removed. Enter the tokens again below.'
            : undefined
        }
        refusal={fieldProblem(error, 'url', 'URL')}
      >
        <TextInput
          code
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
          placeholder="https://example.com/hook"
          value={url}
          onValue={setUrl}
        />
      </FormField>
      <FormField label="Name">
        <TextInput maxLength={255} value={name} onValue={setName} />
      </FormField>
      <fieldset className={styles.events}>
        <legend className={styles.legend}>Events</legend>
        {told.map(({ flag, label, hint }) => (
          <Checkbox
            key={flag}
            label={label}
            hint={hint}
            checked={flags.includes(flag)}
            onValue={isOn => setFlags(isOn ? [...flags, flag] : flags.filter(each => each !== flag))}
          />
        ))}
      </fieldset>
      {flags.includes('pushEvents') && (
        <FormField label="Branches" hint="Leave empty for all branches, or use wildcards such as release/*.">
          <TextInput code autoComplete="off" maxLength={5000} value={branches} onValue={setBranches} />
        </FormField>
      )}
      <FormField
        label="Secret token"
        hint={
          hook === null || isMoved
            ? 'Sent in the X-Gitlab-Token header.'
            : 'Sent in the X-Gitlab-Token header. Leave empty to keep the present one.'
        }
        refusal={fieldProblem(error, 'token', 'Secret token')}
      >
        <TextInput type="password" autoComplete="new-password" maxLength={1024} value={token} onValue={setToken} />
      </FormField>
      <FormField
        label="Signing token"
        hint="Signs each request in the webhook-signature header. Starts with whsec_, followed by 24 to 64 bytes in Base64."
        refusal={fieldProblem(error, 'signingToken', 'Signing token')}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          maxLength={1024}
          value={signingToken}
          onValue={setSigningToken}
        />
      </FormField>
      <Checkbox label="Verify the TLS certificate" checked={verifies} onValue={setVerifies} />
    </FormDialog>
  )
}
