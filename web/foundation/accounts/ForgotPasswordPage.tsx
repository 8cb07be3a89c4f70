import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { passwordLinks } from '#contract/foundation/password-links.ts'
import { forgotPassword } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { AccountCard, AccountForm } from './AccountCard.tsx'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const { ldapLabel } = useViewer()
  const ask = useOperation(forgotPassword)
  return (
    <AccountCard
      title={foundationTitles.forgotPassword}
      lead={
        <>
          Enter your email address and we will send you a link to reset your password.
          {ldapLabel !== null && <> If you sign in with {ldapLabel}, change your password there.</>}
        </>
      }
      footer={<TextLink href="/users/sign_in">Back to sign in</TextLink>}
    >
      <AccountForm problem={ask.error?.message} onSubmit={() => !ask.isPending && ask.mutate({ email: email.trim() })}>
        {ask.isSuccess && (
          <Banner tone="success" title="Check your email">
            If an account uses this address, we have sent it a link. The link expires in {passwordLinks.reset.words}.
          </Banner>
        )}
        <FormField label="Email">
          <TextInput
            name="email"
            type="email"
            size="l"
            autoComplete="email"
            required
            autoFocus
            value={email}
            onValue={setEmail}
          />
        </FormField>
        <Button type="submit" variant="primary" size="l" block busy={ask.isPending}>
          {ask.isSuccess ? 'Send another link' : 'Send reset link'}
        </Button>
      </AccountForm>
    </AccountCard>
  )
}
