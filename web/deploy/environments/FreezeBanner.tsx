import type { EnvironmentsPage } from '#contract/deploy/environments/environment-pages.ts'
import { Banner } from '#web/ui/status/Banner.tsx'

/** Says that the project is in a freeze period, and until when. */
export function FreezeBanner({ freeze }: Pick<EnvironmentsPage, 'freeze'>) {
  if (freeze === null) return null
  const { until, timeZone } = freeze
  return (
    <Banner tone="warning" title="Deployment freeze">
      {until === ''
        ? 'This project is in a freeze period that has no end.'
        : `This project is in a freeze period until ${until} (${timeZone}).`}{' '}
      New deployments are marked as deployed during a freeze.
    </Banner>
  )
}
