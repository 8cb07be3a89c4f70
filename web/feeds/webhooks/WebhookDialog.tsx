import { useState } from 'react'
import { urlCharacters } from '#contract/url-limits.ts'
import { projectHooks, projectHooksPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
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

interface WebhookFields extends Readonly<Record<Flag, boolean>> {
  readonly url: string
  readonly name: string
  readonly pushEventsBranchFilter: string
  readonly enableSslVerification: boolean
}

const fieldsOf = (hook: Webhook | null): WebhookFields => ({
  url: hook?.url ?? '',
  name: hook?.name ?? '',
  pushEventsBranchFilter: hook?.pushEventsBranchFilter ?? '',
  enableSslVerification: hook?.enableSslVerification ?? true,
  ...flagsOf(flag => (hook === null ? flag === 'pushEvents' : hook[flag] === true)),
})

const flagsOf = <V,>(entryOf: (flag: Flag, label: string) => V) =>
  // One entry for each flag.
  Object.fromEntries(told.map(({ flag, label }) => [flag, entryOf(flag, label)])) as Readonly<Record<Flag, V>>

const labels: FieldLabels<WebhookFields> = {
  url: 'URL',
  name: 'Name',
  pushEventsBranchFilter: 'Branches',
  enableSslVerification: 'Verify the TLS certificate',
  ...flagsOf((_flag, label) => label),
}

/** Adds a webhook, or changes one. Secrets are never shown again: an empty box keeps what there is. */
export function WebhookDialog({ projectId, hook, onClose }: WebhookDialogProps) {
  const draft = useDraft(fieldsOf(hook))
  const { values, set } = draft
  const { url } = values
  const [token, setToken] = useState('')
  const [signingToken, setSigningToken] = useState('')
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
    const secrets = {
      ...(token !== '' && { token }),
      ...(signingToken !== '' && { signingToken: signingToken.trim() }),
    }
    if (hook === null) add.mutate({ id: projectId, ...trimmed(values), url: url.trim(), ...secrets })
    else if (!draft.isChanged && Object.keys(secrets).length === 0) onClose()
    else
      edit.mutate({
        id: projectId,
        hookId: hook.id,
        ...trimmed(draft.changes),
        ...secrets,
        // A new secret is for the address that stands here.
        expected: { ...(Object.keys(secrets).length > 0 && { url: hook.url }), ...draft.expected },
      })
  }

  return (
    <FormDialog
      title={hook === null ? 'Add webhook' : 'Edit webhook'}
      size="l"
      submit={hook === null ? 'Add webhook' : 'Save changes'}
      disabled={url.trim() === ''}
      busy={isPending}
      problem={saveProblem(error, draft.overlaps, fields)}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftOverlaps draft={draft} labels={labels} save={edit} />
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
          maxLength={urlCharacters}
          placeholder="https://example.com/hook"
          value={url}
          onValue={next => set({ url: next })}
        />
      </FormField>
      <FormField label="Name">
        <TextInput maxLength={255} value={values.name} onValue={name => set({ name })} />
      </FormField>
      <fieldset className={styles.events}>
        <legend className={styles.legend}>Events</legend>
        {told.map(({ flag, label, hint }) => (
          <Checkbox
            key={flag}
            label={label}
            hint={hint}
            checked={values[flag]}
            onValue={isOn => set({ [flag]: isOn })}
          />
        ))}
      </fieldset>
      {values.pushEvents && (
        <FormField label="Branches" hint="Leave empty for all branches, or use wildcards such as release/*.">
          <TextInput
            code
            autoComplete="off"
            maxLength={5000}
            value={values.pushEventsBranchFilter}
            onValue={pushEventsBranchFilter => set({ pushEventsBranchFilter })}
          />
        </FormField>
      )}
      <FormField
        label="Secret token"
        hint={
          hook === null || isMoved
            ? 'Sent in the X-Gitlab-Token header.'
            : 'Sent in the X-Gitlab-Token header. Leave empty to keep the current token.'
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
      <Checkbox
        label="Verify the TLS certificate"
        checked={values.enableSslVerification}
        onValue={next => set({ enableSslVerification: next })}
      />
    </FormDialog>
  )
}

/** Texts without the space around them. */
const trimmed = <T extends object>(fields: T): T =>
  // The same fields, with values of the same types.
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as T
