import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { signIn, signInWithLdap } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Tabs } from '#web/ui/layout/Tabs.tsx'
import { setChoice, useReader } from '#web/ui/reader.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { AccountCard, AccountForm } from './AccountCard.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { returnPath } from './return-to.ts'
import styles from './SignInPage.module.css'

/** @source PLATFORM-002 */
export function SignInPage() {
  const { user } = useViewer()
  return user === null ? <SignInForm /> : <AlreadyIn name={user.name} />
}

/** Stored with the reader's choices, so that the server draws the tab of the last time. */
const passwordChoice = 'sign-in-with-password'

const calls = { ldap: signInWithLdap, password: signIn } as const

function SignInForm() {
  const search = usePageSearch()
  const { signupEnabled, ldapLabel, passwordsAreOff } = useViewer()
  const isByPassword = useReader().choices.includes(passwordChoice)
  const way = ldapLabel === null || isByPassword ? 'password' : 'ldap'
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(false)
  const back = returnPath(search.return_to)
  // The whole page loads anew: who one is stands in the document.
  const enter = useOperation(calls[way], { onSuccess: () => window.location.assign(back) })
  const isBusy = enter.isPending || enter.isSuccess
  const choose = (next: string) => {
    if (isBusy) return
    setChoice(passwordChoice, next === 'password')
    enter.reset()
  }
  const form = (
    <AccountForm
      problem={enter.error?.message}
      onSubmit={() => !isBusy && enter.mutate({ login: login.trim(), password, rememberMe })}
    >
      {search.password === 'changed' && !enter.error && (
        <Banner tone="success">Password changed. Sign in with your new password.</Banner>
      )}
      {passwordsAreOff && way === 'password' && (
        <Banner tone="info">Only administrators sign in with a password.</Banner>
      )}
      <FormField label={ldapLabel !== null && way === 'ldap' ? `${ldapLabel} username` : 'Username or email'}>
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
      <FormField
        label="Password"
        aside={way === 'password' && <TextLink href="/users/password/new">Forgot your password?</TextLink>}
      >
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
  )
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
      {ldapLabel === null ? (
        form
      ) : (
        <div className={styles.ways}>
          <Tabs
            label="Sign in with"
            tabs={[
              { key: 'ldap', label: ldapLabel },
              { key: 'password', label: 'Password' },
            ]}
            active={way}
            onActive={choose}
          >
            {form}
          </Tabs>
        </div>
      )}
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
