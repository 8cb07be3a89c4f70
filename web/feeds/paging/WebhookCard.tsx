import { useState } from 'react'
import { urlCharacters } from '#contract/url-limits.ts'
import { pagingPage, removePagingWebhook, setPagingWebhook } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from './messages.ts'
import styles from './PagingPage.module.css'

/** The address that gets the pages of a person as requests. */
export function WebhookCard({ url }: { readonly url: string | null }) {
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => setOpen(null)
  const remove = useOperation(removePagingWebhook, {
    refreshes: [pagingPage],
    onSuccess: () => {
      close()
      setSecret(null)
      showToast('Webhook removed')
    },
  })
  const saved = (url !== null || secret !== null) && (
    <Stack gap={3}>
      {url !== null && (
        <div className={styles.webhook}>
          <code className={styles.url}>{url}</code>
          <Button size="s" variant="danger-quiet" onClick={() => setOpen('remove')}>
            Remove webhook
          </Button>
        </div>
      )}
      {secret !== null && (
        <Banner tone="success" title="Copy the signing secret now. It is not shown again.">
          <span className={styles.webhook}>
            <code className={styles.url}>{secret}</code>
            <CopyButton text={secret} label="Copy signing secret" />
          </span>
        </Banner>
      )}
    </Stack>
  )
  return (
    <>
      <Card
        title="Webhook"
        description={messages.webhook}
        aside={<Button onClick={() => setOpen('set')}>{url === null ? 'Set webhook' : 'Replace webhook'}</Button>}
      >
        {saved}
      </Card>
      {open === 'set' && (
        <WebhookDialog
          isNew={url === null}
          onSaved={made => {
            setSecret(made)
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove the webhook?"
          confirm="Remove webhook"
          tone="danger"
          busy={remove.isPending}
          error={remove.error?.message ?? null}
          onConfirm={() => remove.mutate({})}
          onClose={close}
        >
          Pages will no longer be sent to {url}.
        </ConfirmDialog>
      )}
    </>
  )
}

interface WebhookDialogProps {
  readonly isNew: boolean
  readonly onSaved: (secret: string) => void
  readonly onClose: () => void
}

function WebhookDialog({ isNew, onSaved, onClose }: WebhookDialogProps) {
  const draft = useKeptDraft('webhook', { url: '' }, { isNew: true })
  const { url } = draft.values
  const set = useOperation(setPagingWebhook, {
    refreshes: [pagingPage],
    onSuccess: ({ secret }) => {
      draft.forget()
      showToast('Webhook set')
      onSaved(secret)
    },
  })
  return (
    <FormDialog
      title={isNew ? 'Set webhook' : 'Replace webhook'}
      description="Weft makes a new signing secret for this URL."
      submit="Set webhook"
      disabled={url.trim() === ''}
      busy={set.isPending}
      problem={formProblem(set.error, ['url'])}
      onSubmit={() => set.mutate({ url: url.trim() })}
      draft={draft}
      onClose={onClose}
    >
      <FormField label="URL" required refusal={fieldProblem(set.error, 'url', 'URL')}>
        <TextInput
          code
          data-autofocus
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={urlCharacters}
          placeholder="https://example.com/page"
          value={url}
          onValue={next => draft.set({ url: next })}
        />
      </FormField>
    </FormDialog>
  )
}
