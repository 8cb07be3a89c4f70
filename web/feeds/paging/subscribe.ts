/** The browser refused to show notifications, or its user did. */
export class NotAllowed extends Error {}

export const canSubscribe = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

interface Subscribed {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Ask the user for notifications, and the browser for an address to send them to.
 *
 * @param pushKey  of the server, in base64url
 * @throws NotAllowed
 */
export async function subscribeBrowser(pushKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription for another key gets no messages of this server.
  if (before !== null && encoded(before.options.applicationServerKey) !== pushKey) await before.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    .catch((cause: unknown) => {
      // Some browsers are built without a push service.
      throw new NotAllowed('no push service', { cause })
    })
  const { endpoint } = subscription
  return { endpoint, p256dh: encoded(subscription.getKey('p256dh')), auth: encoded(subscription.getKey('auth')) }
}

const encoded = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
