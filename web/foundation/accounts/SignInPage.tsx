import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { signIn } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { AccountCard, AccountForm } from './AccountCard.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { returnPath } from './return-to.ts'

/** @source PLATFORM-002 */
export function SignInPage() {
  const { user } = useViewer()
  return user === null ? <SignInForm /> : <AlreadyIn name={user.name} />
}

function SignInForm() {
  const search = usePageSearch()
  const { signupEnabled } = useViewer()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(false)
  const back = returnPath(search.return_to)
  // The whole page loads anew: who one is stands in the document.
  const enter = useOperation(signIn, { onSuccess: () => window.location.assign(back) })
  const isBusy = enter.isPending || enter.isSuccess
  return (
    <AccountCard
      title={foundationTitles.signIn}
      footer={
        signupEnabled && (
          <>
            New here?{' '}
            <TextLink href={`/users/sign_up${back === '/' ? '' : `?return_to=${encodeURIComponent(back)}`}`}>
              Register
            </TextLink>
          </>
        )
      }
    >
      <AccountForm
        problem={enter.error?.message}
        onSubmit={() => !isBusy && enter.mutate({ login: login.trim(), password, rememberMe })}
      >
        {search.password === 'changed' && !enter.error && (
          <Banner tone="success">Password changed. Sign in with your new password.</Banner>
        )}
        <FormField label="Username or email">
          <TextInput
            name="login"
            size="l"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
            value={login}
            onValue={setLogin}
          />
        </FormField>
        <FormField label="Password" aside={<TextLink href="/users/password/new">Forgot your password?</TextLink>}>
          <PasswordInput name="password" size="l" required value={password} onValue={setPassword} />
        </FormField>
        <Checkbox
          label="Remember me"
          hint="You stay signed in, and the last pages you visit are kept on this device for reading offline."
          checked={rememberMe}
          onValue={setRememberMe}
        />
        <Button type="submit" variant="primary" size="l" block busy={isBusy}>
          Sign in
        </Button>
      </AccountForm>
    </AccountCard>
  )
}

function AlreadyIn({ name }: { readonly name: string }) {
  const back = returnPath(usePageSearch().return_to)
  return (
    <AccountCard title="You are signed in" lead={`As ${name}.`}>
      <AccountForm>
        <LinkButton href={back} variant="primary" size="l" block>
          Continue
        </LinkButton>
      </AccountForm>
    </AccountCard>
  )
}
