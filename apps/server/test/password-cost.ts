/** Lets the tests of `api` hash passwords at the least cost there is: their thousands of people would take a minute otherwise. */
import { PASSWORD_COST, setPasswordCost } from '../src/kernel/secrets.ts'

export const LEAST_COST = { ...PASSWORD_COST, memoryCost: 8, timeCost: 1 }
setPasswordCost(LEAST_COST)
