import type { ClientSystem } from '@weft/contract'

/** What a browser says of itself. */
export type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** The system of a device, or undefined where none of the clients fits. An iPad says that it is a Mac; only a Mac has no touch. */
export function detectedSystem({ userAgent, maxTouchPoints }: Device): ClientSystem | undefined {
  if (/OpenHarmony|CrOS|Windows Phone|SmartTV|Tizen/i.test(userAgent)) return undefined
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh|Mac OS X/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos'
  if (/Android/i.test(userAgent)) return 'android'
  if (/Windows NT/.test(userAgent)) return 'windows'
  return /Linux|X11/.test(userAgent) ? 'linux' : undefined
}
