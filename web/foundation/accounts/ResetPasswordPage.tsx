import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { passwordHint } from '#contract/foundation/password-length.ts'
import { resetPassword } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { AccountCard, AccountForm } from './AccountCard.tsx'
import { PasswordInput } from './PasswordInput.tsx'

export function ResetPasswordPage() {
  const { reset_password_token: token } = usePageSearch()
  const [password, setPassword] = useState('')
  const set = useOperation(resetPassword, {
    onSuccess: () => window.location.assign('/users/sign_in?password=changed'),
  })
  const isBusy = set.isPending || set.isSuccess
  const problem = formProblem(set.error, ['password'])
  return (
    <AccountCard
      title={foundationTitles.resetPassword}
      lead="You will be signed out of all your sessions."
      footer={<TextLink href="/users/password/new">Request another link</TextLink>}
    >
      <AccountForm
        problem={problem}
        onSubmit={() => !isBusy && set.mutate({ token: typeof token === 'string' ? token : '', password })}
      >
        <FormField label="New password" hint={passwordHint} refusal={fieldProblem(set.error, 'password', 'Password')}>
          <PasswordInput
            name="password"
            size="l"
            autoComplete="new-password"
            required
            autoFocus
            value={password}
            onValue={setPassword}
          />
        </FormField>
        <Button type="submit" variant="primary" size="l" block busy={isBusy}>
          Change password
        </Button>
      </AccountForm>
    </AccountCard>
  )
}
