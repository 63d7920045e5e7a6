/** Reads and writes the stock of devices: who has which, and whether it was activated. */
export {
  activateDevice,
  findDevice,
  giveDevice,
  insertDevices,
  lockDevice,
  namesTaken,
  requestOfDevice,
  returnDevice,
  takeDeviceBack,
  writeDevice,
} from './device.queries.ts'
