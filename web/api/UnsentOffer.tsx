import { DeviceMobileIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './UnsentOffer.module.css'
import { useUnsentOffer } from './unsent-offer.ts'

interface UnsentOfferProps {
  /** The boxes that it is offered for; those of one form belong together. */
  readonly places: readonly string[]
  /** The text was taken over: show the box it is in now. */
  readonly onUse?: () => void
  /** Around the notice, which takes no room while nothing waits. */
  readonly className?: string | undefined
}

/** Offers what the person typed in these boxes on another device. */
export function UnsentOffer({ places, onUse, className }: UnsentOfferProps) {
  const offer = useUnsentOffer(places)
  const [isBusy, setBusy] = useState(false)
  if (offer === null) return null
  const run = (act: () => Promise<void>, then?: () => void) => async () => {
    setBusy(true)
    await act()
    setBusy(false)
    then?.()
  }
  return (
    <div className={className}>
      <Banner
        icon={<DeviceMobileIcon />}
        action={
          <>
            <Button size="s" disabled={isBusy} onClick={run(offer.use, onUse)}>
              Use
            </Button>
            <Button size="s" variant="quiet" disabled={isBusy} onClick={run(offer.discard)}>
              Discard
            </Button>
          </>
        }
      >
        Unsent text from another device, <RelativeTime at={offer.at} />
        {offer.excerpt.trim() !== '' && (
          <q className={styles.excerpt} dir="auto">
            {offer.excerpt}
          </q>
        )}
      </Banner>
    </div>
  )
}
