/** ISO 4217 currencies in use, and those that ended within the last years and may still be owed. */
const currencies = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD ' +
    'CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL ' +
    'GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD ' +
    'KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO ' +
    'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
    'SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV ' +
    'WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG'
  ).split(' '),
)

/** Whether a code is an alphabetic code of ISO 4217, in capitals. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Amounts are integers in the minor unit of their currency, above nothing and exact as a number. */
export const amountCentsMax = Number.MAX_SAFE_INTEGER

export function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0
}

/** The sum of amounts, or undefined where a number could not hold it exactly. */
export function sumCents(...cents: readonly number[]): number | undefined {
  let sum = 0
  for (const each of cents) {
    sum += each
    if (!Number.isSafeInteger(sum)) return undefined
  }
  return sum
}
