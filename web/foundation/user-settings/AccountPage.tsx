import { DeviceDesktopIcon, DeviceMobileIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { passwordHint } from '#contract/foundation/password-length.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  changePassword,
  emailsOnPage,
  endOtherSessions,
  endSession,
  getProfile,
  getViewer,
  listSessions,
  updateProfile,
} from '#web/api/operations.gen.ts'
import { queryClient, reading, useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { PasswordInput } from '../accounts/PasswordInput.tsx'
import { Chip } from '../Chip.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { browserName } from './browser-name.ts'
import { EmailAddresses } from './EmailAddresses.tsx'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type Session = ReplyOf<typeof import('#contract/foundation/sessions.ts').listSessions>[number]

/** Ask for the addresses while the page is made: those of a document come with it. */
export async function readAccountAhead(): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(reading(getProfile, {})),
    queryClient.prefetchQuery(reading(emailsOnPage, {})),
  ])
}

export function AccountPage() {
  return (
    <UserSettingsFrame
      active="account"
      title={foundationTitles.account}
      detail="Manage your password, email addresses and sessions."
    >
      <Card title="Email">
        <EmailForm />
      </Card>
      <EmailAddresses />
      <Password />
      <Sessions />
    </UserSettingsFrame>
  )
}

function EmailForm() {
  const { data: profile } = useReading(getProfile, {})
  const [typed, setTyped] = useState<string | null>(null)
  const [currentPassword, setCurrentPassword] = useState('')
  const save = useOperation(updateProfile, {
    refreshes: [getProfile, emailsOnPage],
    onSuccess: saved => {
      setTyped(null)
      setCurrentPassword('')
      showToast(saved.unconfirmedEmail === null ? 'Request canceled' : 'Confirmation link sent')
    },
  })
  if (profile === undefined) return <Skeleton rows={2} shape="row" />
  const email = typed ?? profile.email
  const isNew = email.trim().toLowerCase() !== profile.email.toLowerCase()
  return (
    <Form
      problem={formProblem(save.error, ['email', 'currentPassword'])}
      onSubmit={() => isNew && !save.isPending && save.mutate({ email: email.trim(), currentPassword })}
    >
      {profile.unconfirmedEmail !== null && (
        <Banner
          title={`Confirm ${profile.unconfirmedEmail}`}
          action={
            <Button size="s" onClick={() => !save.isPending && save.mutate({ email: profile.email })}>
              Cancel request
            </Button>
          }
        >
          Open the link we sent to this address within 24 hours. Until then, your account uses {profile.email}.
        </Banner>
      )}
      <FormField
        label="Email"
        hint={
          profile.usesLdap
            ? 'Used for notifications. The address of your directory replaces it when you sign in.'
            : 'Used for notifications and password resets.'
        }
        refusal={fieldProblem(save.error, 'email', 'Email')}
      >
        <TextInput type="email" autoComplete="email" value={email} onValue={setTyped} />
      </FormField>
      {isNew && (
        <FormField
          label="Current password"
          hint="Confirm your password to change the email address."
          refusal={fieldProblem(save.error, 'currentPassword', 'The password')}
        >
          <PasswordInput value={currentPassword} onValue={setCurrentPassword} />
        </FormField>
      )}
      <FormActions
        submit="Change email"
        variant={isNew ? 'primary' : 'secondary'}
        disabled={!isNew}
        busy={save.isPending}
      />
    </Form>
  )
}

function Password() {
  const { data: profile } = useReading(getProfile, {})
  const { ldapLabel } = useViewer()
  if (profile?.usesLdap)
    return <Card title="Password">Your account signs in with {ldapLabel ?? 'LDAP'}. Change your password there.</Card>
  return (
    <Card title="Password" description="Changing your password signs you out of all other sessions.">
      <PasswordForm />
    </Card>
  )
}

function PasswordForm() {
  const [currentPassword, setCurrentPassword] = useState('')
  const [password, setPassword] = useState('')
  const { user } = useViewer()
  const save = useOperation(changePassword, {
    refreshes: [listSessions, getViewer],
    onSuccess: () => {
      setCurrentPassword('')
      setPassword('')
      showToast('Password changed')
    },
  })
  return (
    <Form
      problem={formProblem(save.error, ['currentPassword', 'password'])}
      onSubmit={() => !save.isPending && save.mutate({ currentPassword, password })}
    >
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <FormField label="Current password" refusal={fieldProblem(save.error, 'currentPassword', 'The password')}>
        <PasswordInput value={currentPassword} onValue={setCurrentPassword} />
      </FormField>
      <FormField label="New password" hint={passwordHint} refusal={fieldProblem(save.error, 'password', 'Password')}>
        <PasswordInput autoComplete="new-password" value={password} onValue={setPassword} />
      </FormField>
      <FormActions submit="Change password" busy={save.isPending} />
    </Form>
  )
}

function Sessions() {
  const { user } = useViewer()
  const { data: sessions } = useReading(listSessions, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  const end = useOperation(endSession, {
    refreshes: [listSessions],
    onSuccess: () => showToast('Session signed out'),
  })
  const endOthers = useOperation(endOtherSessions, {
    refreshes: [listSessions],
    onSuccess: () => showToast('All other sessions signed out'),
  })
  if (sessions === undefined) return <Skeleton rows={3} shape="row" />
  const problem = formProblem(end.error ?? endOthers.error)
  return (
    <Card
      title="Active sessions"
      flush
      aside={
        sessions.length > 1 && (
          <Button size="s" variant="danger-quiet" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            Sign out all other sessions
          </Button>
        )
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      <List framed={false} aria-label="Sessions">
        {sessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        ))}
      </List>
    </Card>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const name = browserName(session.userAgent)
  const isMobile = /Android|iPhone|iPad/.test(session.userAgent ?? '')
  return (
    <ListRow
      leading={isMobile ? <DeviceMobileIcon /> : <DeviceDesktopIcon />}
      title={name}
      badges={session.current && <Chip tone="good">This session</Chip>}
      detail={
        <>
          {session.ip !== null && <span>{session.ip}</span>}
          <span>
            Signed in <RelativeTime at={session.createdAt} />
          </span>
          {!session.current && (
            <span>
              Last seen <RelativeTime at={session.lastSeenAt} />
            </span>
          )}
        </>
      }
      trailing={
        !session.current && (
          <Button size="s" aria-label={`Sign out ${name}`} busy={isEnding} onClick={onEnd}>
            Sign out
          </Button>
        )
      }
    />
  )
}
