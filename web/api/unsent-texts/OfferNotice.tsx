import { DeviceMobileIcon, EyeClosedIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './OfferNotice.module.css'
import { type UnsentOffer as Offer, useUnsentOffer } from './unsent-offer.ts'

export interface UnsentOfferProps {
  /** The boxes that it is offered for; those of one form belong together. */
  readonly places: readonly string[]
  /** The common prefix of the names of boxes whose texts can be continued here. */
  readonly from?: string
  /** The text was taken over: show the box it is in now. */
  readonly onUse?: () => void
  /** Around the notice, which takes no room while nothing waits. */
  readonly className?: string | undefined
}

/** Offers what the person typed in these boxes on another device. */
export function OfferNotice({ places, onUse, className }: UnsentOfferProps) {
  const offer = useUnsentOffer(places)
  if (offer === null) return null
  return (
    <div className={className}>
      <Banner icon={<DeviceMobileIcon />} action={<Choice offer={offer} onUse={onUse} />}>
        <Words offer={offer} />
      </Banner>
    </div>
  )
}

/**
 * The same as a small button, no higher than a line of text: it appears after the page, and moves nothing that the user
 * is about to press. A press shows the unsent text.
 */
export function OfferButton({ places, from, onUse, className }: UnsentOfferProps) {
  const offer = useUnsentOffer(places, from)
  if (offer === null) return null
  return (
    <div className={classes(styles.roomless, className)}>
      <Popover
        label={offer.isHere ? 'Unsent draft' : 'Unsent draft from another device'}
        placement="bottom-end"
        className={styles.popover}
        trigger={
          <Button size="s" icon={<DeviceMobileIcon />} className={styles.button}>
            Unsent draft
          </Button>
        }
      >
        {close => (
          <>
            <Words offer={offer} />
            <div className={styles.choice}>
              <Choice
                offer={offer}
                onUse={() => {
                  close()
                  onUse?.()
                }}
              />
            </div>
          </>
        )}
      </Popover>
    </div>
  )
}

/** Says who alone an unsent text is meant for. */
export function Audience({ of }: { readonly of: 'internal' | 'confidential' }) {
  return (
    <span className={styles.audience}>
      <EyeClosedIcon size={12} /> {of === 'internal' ? 'Internal' : 'Confidential'}
    </span>
  )
}

function Words({ offer }: { readonly offer: Offer }): ReactNode {
  return (
    <>
      {offer.isHere ? 'Unsent draft' : 'Unsent draft from another device'}, <RelativeTime at={offer.at} />
      {offer.audience !== null && <Audience of={offer.audience} />}
      {offer.excerpt.trim() !== '' && (
        <q className={styles.excerpt} dir="auto">
          {offer.excerpt}
        </q>
      )}
    </>
  )
}

function Choice({ offer, onUse }: { readonly offer: Offer; readonly onUse?: (() => void) | undefined }) {
  const [isBusy, setBusy] = useState(false)
  const run = (act: () => Promise<void>, then?: () => void) => async () => {
    setBusy(true)
    await act()
    setBusy(false)
    then?.()
  }
  return (
    <>
      <Button size="s" disabled={isBusy} onClick={run(offer.use, onUse)}>
        Restore
      </Button>
      <Button size="s" variant="quiet" disabled={isBusy} onClick={run(offer.discard)}>
        Discard
      </Button>
    </>
  )
}
