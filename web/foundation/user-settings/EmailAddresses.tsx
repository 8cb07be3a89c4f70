import { MailIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  addEmail,
  emailsOnPage,
  getProfile,
  makeEmailPrimary,
  removeEmail,
  resendConfirmation,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { PasswordInput } from '../accounts/PasswordInput.tsx'
import { Chip } from '../Chip.tsx'
import { fieldProblem, formProblem } from '../problems.ts'

type Email = ReplyOf<typeof import('#contract/foundation/user-emails.ts').emailsOnPage>[number]

/** The email addresses of an account, one of them the primary one. */
export function EmailAddresses() {
  const { user } = useViewer()
  const topics = () => (user === null ? [] : [userTopic(user.id)])
  const { data: emails } = useReading(emailsOnPage, {}, { topics })
  return (
    <Card
      title="Email addresses"
      description="Commits made with a confirmed address show your name. You can also sign in with it."
    >
      {emails === undefined ? <Skeleton rows={1} shape="row" /> : <Addresses emails={emails} />}
      <AddEmail />
    </Card>
  )
}

function Addresses({ emails }: { readonly emails: readonly Email[] }) {
  const [removing, setRemoving] = useState<Email | null>(null)
  const [chosen, setChosen] = useState<Email | null>(null)
  const resend = useOperation(resendConfirmation, { onSuccess: () => showToast('Confirmation link sent') })
  const remove = useOperation(removeEmail, {
    refreshes: [emailsOnPage],
    onSuccess: () => {
      setRemoving(null)
      showToast('Address removed')
    },
  })
  const problem = formProblem(resend.error)
  return (
    <>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <List framed={false} aria-label="Email addresses">
        {emails.map(each => (
          <ListRow
            key={each.id}
            leading={<MailIcon />}
            title={each.email}
            badges={
              <>
                {each.isPrimary && <Chip tone="good">Primary</Chip>}
                {each.confirmedAt === null && <Chip tone="warning">Unconfirmed</Chip>}
              </>
            }
            detail={each.confirmedAt === null && <span>Open the link we sent to this address.</span>}
            trailing={
              !each.isPrimary && (
                <>
                  {each.confirmedAt === null ? (
                    <Button
                      size="s"
                      aria-label={`Resend link to ${each.email}`}
                      busy={resend.isPending && resend.variables.emailId === each.id}
                      onClick={() => !resend.isPending && resend.mutate({ emailId: each.id })}
                    >
                      Resend link
                    </Button>
                  ) : (
                    <Button size="s" aria-label={`Make primary: ${each.email}`} onClick={() => setChosen(each)}>
                      Make primary
                    </Button>
                  )}
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Remove ${each.email}`}
                    onClick={() => setRemoving(each)}
                  >
                    Remove
                  </Button>
                </>
              )
            }
          />
        ))}
      </List>
      {chosen && <MakePrimary email={chosen} onClose={() => setChosen(null)} />}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.email}?`}
          confirm="Remove address"
          write={remove}
          onConfirm={() => remove.mutate({ emailId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          Commits with this address will no longer show your name, and another account will be able to use the address.
        </ConfirmDialog>
      )}
    </>
  )
}

function MakePrimary({ email, onClose }: { readonly email: Email; readonly onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const make = useOperation(makeEmailPrimary, {
    refreshes: [emailsOnPage, getProfile],
    onSuccess: () => {
      onClose()
      showToast('Primary address changed')
    },
  })
  return (
    <Dialog title={`Make ${email.email} primary?`} onClose={onClose}>
      <Form
        problem={formProblem(make.error, ['currentPassword'])}
        onSubmit={() => !make.isPending && make.mutate({ emailId: email.id, currentPassword })}
      >
        <p>Notifications and password reset links will go to this address.</p>
        <FormField label="Current password" refusal={fieldProblem(make.error, 'currentPassword', 'The password')}>
          <PasswordInput autoFocus value={currentPassword} onValue={setCurrentPassword} />
        </FormField>
        <FormActions submit="Make primary" busy={make.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

function AddEmail() {
  const [email, setEmail] = useState('')
  const add = useOperation(addEmail, {
    refreshes: [emailsOnPage],
    onSuccess: () => {
      setEmail('')
      showToast('Confirmation link sent')
    },
  })
  return (
    <Form
      problem={formProblem(add.error, ['email'])}
      onSubmit={() => !add.isPending && add.mutate({ email: email.trim() })}
    >
      <FormField
        label="New address"
        hint="We will send a confirmation link to this address."
        refusal={fieldProblem(add.error, 'email', 'Address')}
      >
        <TextInput type="email" autoComplete="off" value={email} onValue={setEmail} />
      </FormField>
      <FormActions submit="Add address" variant="secondary" disabled={email.trim() === ''} busy={add.isPending} />
    </Form>
  )
}
