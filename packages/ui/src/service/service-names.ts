import { type ServiceCode, serviceCatalogue } from '@weft/contract'
import { language } from '../i18n/use-text.ts'

/** Returns what a service is called, in the language of the screen. */
export const serviceName = (code: ServiceCode): string => serviceCatalogue[code][language.get()]

/** Returns the unit in which a service is counted, in the language of the screen. @param quantity of one, English has the singular */
export function serviceUnit(code: ServiceCode, quantity = 2): string {
  const unit = serviceCatalogue[code].unit[language.get()]
  return quantity === 1 ? unit.replace(/s$/, '') : unit
}
