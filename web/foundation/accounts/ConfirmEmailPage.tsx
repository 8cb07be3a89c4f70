import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { confirmEmail } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { formProblem } from '../problems.ts'
import { AccountCard, AccountForm } from './AccountCard.tsx'

/** A button, not the visit itself: programs that look through mails open its links too. */
export function ConfirmEmailPage() {
  const { confirmation_token: token, address } = usePageSearch()
  const isAdditional = address === 'additional'
  const confirm = useOperation(confirmEmail)
  if (confirm.isSuccess)
    return (
      <AccountCard
        title="Email address confirmed"
        lead={isAdditional ? 'The address belongs to your account.' : 'Emails now go to your new address.'}
      >
        <AccountForm>
          <LinkButton href="/" variant="primary" size="l" block>
            Continue
          </LinkButton>
        </AccountForm>
      </AccountCard>
    )
  return (
    <AccountCard
      title={foundationTitles.confirmEmail}
      lead={
        isAdditional
          ? 'This address will be added to your account.'
          : 'This address will replace the current email address of your account.'
      }
    >
      <AccountForm
        problem={formProblem(confirm.error)}
        onSubmit={() => !confirm.isPending && confirm.mutate({ token: typeof token === 'string' ? token : '' })}
      >
        <Button type="submit" variant="primary" size="l" block busy={confirm.isPending}>
          Confirm email address
        </Button>
      </AccountForm>
    </AccountCard>
  )
}
