import { useState } from 'react'
import { phoneLimits } from '#contract/feeds/paging-rules.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { confirmPagingPhone, pagingPage, removePagingPhone, setPagingPhone } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from '../messages.ts'
import styles from '../PagingPage.module.css'

type Phone = NonNullable<ReplyOf<typeof import('#contract/feeds/paging.ts').pagingPage>['phone']>

/** The phone on which a person is paged. */
export function PhoneCard({ phone }: { readonly phone: Phone }) {
  const { number, pendingNumber, codeBy } = phone
  const [open, setOpen] = useState<'number' | 'code' | 'remove' | null>(null)
  const [sentTo, setSentTo] = useState('')
  const close = () => setOpen(null)
  const remove = useOperation(removePagingPhone, {
    refreshes: [pagingPage],
    onSuccess: () => {
      close()
      showToast('Phone removed')
    },
  })
  return (
    <>
      <Card
        title="Phone"
        description={messages.phone}
        aside={
          <Button onClick={() => setOpen('number')}>
            {number === null && pendingNumber === null ? 'Add phone' : 'Change number'}
          </Button>
        }
      >
        {(number !== null || pendingNumber !== null) && (
          <Stack gap={3}>
            {number !== null && (
              <div className={styles.webhook}>
                <code className={styles.url}>{number}</code>
                <Button size="s" variant="danger-quiet" onClick={() => setOpen('remove')}>
                  Remove phone
                </Button>
              </div>
            )}
            {pendingNumber !== null && (
              <div className={styles.webhook}>
                <code className={styles.url}>{pendingNumber}</code>
                <Chip tone="warning">Unconfirmed</Chip>
                <Button size="s" onClick={() => setOpen('code')}>
                  Enter code
                </Button>
                {number === null && (
                  <Button size="s" variant="danger-quiet" onClick={() => setOpen('remove')}>
                    Remove phone
                  </Button>
                )}
              </div>
            )}
          </Stack>
        )}
      </Card>
      {open === 'number' && (
        <NumberDialog
          codeBy={codeBy}
          onSent={to => {
            setSentTo(to)
            setOpen('code')
          }}
          onClose={close}
        />
      )}
      {open === 'code' && <CodeDialog number={pendingNumber ?? sentTo} codeBy={codeBy} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove your phone?"
          confirm="Remove phone"
          tone="danger"
          busy={remove.isPending}
          error={remove.error?.message ?? null}
          onConfirm={() => remove.mutate({})}
          onClose={close}
        >
          Text messages and calls of your steps are skipped from now on.
        </ConfirmDialog>
      )}
    </>
  )
}

const codeWays = { sms: 'A text message with a code is sent to it.', voice: 'A call tells you a code.' } as const

interface NumberDialogProps {
  readonly codeBy: Phone['codeBy']
  readonly onSent: (number: string) => void
  readonly onClose: () => void
}

function NumberDialog({ codeBy, onSent, onClose }: NumberDialogProps) {
  const [number, setNumber] = useState('')
  const set = useOperation(setPagingPhone, {
    refreshes: [pagingPage],
    onSuccess: ({ pendingNumber }) => onSent(pendingNumber ?? ''),
  })
  return (
    <FormDialog
      title="Phone number"
      description={codeWays[codeBy]}
      size="s"
      submit="Send code"
      disabled={number.trim() === ''}
      busy={set.isPending}
      problem={formProblem(set.error, ['number'])}
      onSubmit={() => set.mutate({ number: number.trim() })}
      onClose={onClose}
    >
      <FormField
        label="Number"
        required
        hint="With a country code, such as +49 30 1234567."
        refusal={fieldProblem(set.error, 'number', 'Number')}
      >
        <TextInput
          code
          data-autofocus
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={number}
          onValue={setNumber}
        />
      </FormField>
    </FormDialog>
  )
}

interface CodeDialogProps {
  readonly number: string
  readonly codeBy: Phone['codeBy']
  readonly onClose: () => void
}

function CodeDialog({ number, codeBy, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('')
  const confirm = useOperation(confirmPagingPhone, {
    refreshes: [pagingPage],
    onSuccess: () => {
      showToast('Phone confirmed')
      onClose()
    },
  })
  const sent = codeBy === 'sms' ? `We sent a text message to ${number}.` : `We called ${number}.`
  return (
    <FormDialog
      title="Confirm your phone"
      description={`${sent} Its code is valid for ${phoneLimits.codeMinutes} minutes.`}
      size="s"
      submit="Confirm phone"
      disabled={code.trim() === ''}
      busy={confirm.isPending}
      problem={formProblem(confirm.error, ['code'])}
      onSubmit={() => confirm.mutate({ code: code.trim() })}
      onClose={onClose}
    >
      <FormField label="Code" required refusal={fieldProblem(confirm.error, 'code', 'Code')}>
        <TextInput
          code
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onValue={setCode}
        />
      </FormField>
    </FormDialog>
  )
}
