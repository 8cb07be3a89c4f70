import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { passwordHint } from '#contract/foundation/password-length.ts'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import { register } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { AccountCard, AccountForm } from './AccountCard.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { returnPath } from './return-to.ts'

/** @source PLATFORM-002 */
export function RegisterPage() {
  const { signupEnabled } = useViewer()
  return signupEnabled ? <RegisterForm /> : <SignUpIsOff />
}

function RegisterForm() {
  const back = returnPath(usePageSearch().return_to)
  const [name, setName] = useState('')
  const [username, setUsername] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enroll = useOperation(register, { onSuccess: ({ user }) => user !== null && window.location.assign(back) })
  const isBusy = enroll.isPending || enroll.isSuccess
  const problem = formProblem(enroll.error, ['name', 'username', 'email', 'password'])
  const path = username ?? pathFrom(name)
  if (enroll.data?.user === null) return <MustWait />
  return (
    <AccountCard
      title={foundationTitles.register}
      footer={
        <>
          Already have an account? <TextLink href="/users/sign_in">Sign in</TextLink>
        </>
      }
    >
      <AccountForm
        problem={problem}
        onSubmit={() => !isBusy && enroll.mutate({ name, username: path, email: email.trim(), password })}
      >
        <FormField label="Name" refusal={fieldProblem(enroll.error, 'name', 'Name')}>
          <TextInput name="name" size="l" autoComplete="name" required autoFocus value={name} onValue={setName} />
        </FormField>
        <FormField
          label="Username"
          hint={
            path === ''
              ? 'People use it to mention you, and it is part of your project URLs.'
              : `Others mention you as @${path}.`
          }
          refusal={fieldProblem(enroll.error, 'username', 'Username')}
        >
          <TextInput
            name="username"
            size="l"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={path}
            onValue={setUsername}
          />
        </FormField>
        <FormField label="Email" refusal={fieldProblem(enroll.error, 'email', 'Email')}>
          <TextInput
            name="email"
            type="email"
            size="l"
            autoComplete="email"
            required
            value={email}
            onValue={setEmail}
          />
        </FormField>
        <FormField label="Password" hint={passwordHint} refusal={fieldProblem(enroll.error, 'password', 'Password')}>
          <PasswordInput
            name="password"
            size="l"
            autoComplete="new-password"
            required
            value={password}
            onValue={setPassword}
          />
        </FormField>
        <Button type="submit" variant="primary" size="l" block busy={isBusy}>
          Register
        </Button>
      </AccountForm>
    </AccountCard>
  )
}

function MustWait() {
  return (
    <AccountCard
      title="Registration received"
      lead="An administrator must approve your account before you can sign in. You will get an email once it is approved."
    >
      <AccountForm>
        <LinkButton href="/users/sign_in" size="l" block>
          Go to sign-in
        </LinkButton>
      </AccountForm>
    </AccountCard>
  )
}

function SignUpIsOff() {
  return (
    <AccountCard
      title="Registration is closed"
      lead="Only administrators can create accounts on this site. Ask an administrator for one."
    >
      <AccountForm>
        <LinkButton href="/users/sign_in" size="l" block>
          Sign in
        </LinkButton>
      </AccountForm>
    </AccountCard>
  )
}
