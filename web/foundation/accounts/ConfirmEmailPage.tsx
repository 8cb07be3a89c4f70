import { confirmEmail } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { formProblem } from '../problems.ts'
import { AccountCard, AccountForm } from './AccountCard.tsx'

/** A button, not the visit itself: programs that look through mails open its links too. */
export function ConfirmEmailPage() {
  const { confirmation_token: token } = usePageSearch()
  const confirm = useOperation(confirmEmail)
  const problem = formProblem(confirm.error)
  if (confirm.isSuccess)
    return (
      <AccountCard title="E-mail address confirmed" lead="Mails go to your new address from now on.">
        <AccountForm onSubmit={() => {}}>
          <LinkButton href="/" variant="primary" size="l" block>
            Continue
          </LinkButton>
        </AccountForm>
      </AccountCard>
    )
  return (
    <AccountCard
      title="Confirm your e-mail address"
      lead="Your account then uses this address in place of the old one."
    >
      <AccountForm
        onSubmit={() => !confirm.isPending && confirm.mutate({ token: typeof token === 'string' ? token : '' })}
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Button type="submit" variant="primary" size="l" block busy={confirm.isPending}>
          Confirm e-mail address
        </Button>
      </AccountForm>
    </AccountCard>
  )
}
