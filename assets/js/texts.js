// @ts-check
/**
 * Loads the catalogue of the language that the page's address names, as in ?lang=de. The catalogue is "" if it could
 * not be loaded; the result is empty for English.
 * @param {string} base prefix of the site
 * @returns {Promise<{language?: string, catalogue?: string}>}
 */
export async function loadTexts(base) {
  const language = new URLSearchParams(location.search).get('lang') ?? '';
  if (!/^[A-Za-z-]{1,12}$/.test(language) || language === 'en') return {};
  const catalogue = await fetch(`${base}/lang/${language}.json`).then((answer) => (answer.ok ? answer.text() : '')).catch(() => '');
  return { language, catalogue };
}
