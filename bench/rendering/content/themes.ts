/** Words of a line of business. */
export interface Theme {
  readonly name: string;
  readonly things: readonly string[];
  readonly places: readonly string[];
  readonly people: readonly string[];
}

function theme(name: string, things: string, places: string, people: string): Theme {
  return { name, things: things.split(', '), places: places.split(', '), people: people.split(', ') };
}

export const THEMES: Readonly<Record<string, Theme>> = {
  bakery: theme(
    'Crumb & Co',
    'rye bread, croissants, seed rolls, apple cakes, sourdough',
    'the mill, our oven, Bridge Street, the market',
    'Ada, the bakers, our apprentices, early guests',
  ),
  museum: theme(
    'Harbor Museum',
    'ship models, sea charts, sextants, old photographs, figureheads',
    'the east wing, the lighthouse, the archive, the dry dock',
    'curators, school classes, our guides, Captain Moss',
  ),
  clinic: theme(
    'Linden Clinic',
    'check-ups, blood tests, vaccinations, eye exams, therapies',
    'the reception, the second floor, our laboratory, the garden',
    'nurses, Dr. Okafor, patients, visiting relatives',
  ),
  bikes: theme(
    'Spoke Works',
    'city bikes, cargo bikes, wheels, lights, brake pads',
    'the workshop, the river path, our yard, the test track',
    'mechanics, commuters, couriers, Lena',
  ),
  hiking: theme(
    'Ridge Trails',
    'maps, huts, passes, rope bridges, weather reports',
    'the north face, Lake Ore, the valley station, the old forest',
    'guides, families, rescue teams, hut keepers',
  ),
  books: theme(
    'Paper Lantern',
    'novels, atlases, picture books, notebooks, first editions',
    'the reading room, the cellar, Quay Road, the back shelf',
    'readers, translators, Mr. Abe, the book club',
  ),
  garden: theme(
    'Fern Garden',
    'ferns, herbs, apple trees, seed packets, watering cans',
    'the greenhouse, plot nine, the compost yard, the south wall',
    'gardeners, beekeepers, neighbors, Rosa',
  ),
  ferry: theme(
    'Sound Ferries',
    'timetables, car decks, cabins, season tickets, bicycles',
    'the pier, Skerry Island, the ticket hall, the upper deck',
    'captains, islanders, day visitors, the crew',
  ),
  music: theme(
    'Velvet Hall',
    'concerts, rehearsals, pianos, season tickets, recordings',
    'the main stage, the foyer, the balcony, studio two',
    'violinists, our choir, the conductor, subscribers',
  ),
  software: theme(
    'Logline',
    'log streams, alerts, dashboards, retention rules, queries',
    'your cluster, the free plan, the status page, our API',
    'operators, on-call teams, developers, auditors',
  ),
  coffee: theme(
    'Slow Drip',
    'beans, filters, grinders, tasting kits, subscriptions',
    'the roastery, Huila, the corner bar, the warehouse',
    'farmers, baristas, subscribers, Mei',
  ),
  tiles: theme(
    'Blue Kiln',
    'glazes, wall tiles, mosaics, samples, grout',
    'the kiln, the showroom, Lisbon, the drying room',
    'potters, architects, builders, Inês',
  ),
  astronomy: theme(
    'Dark Sky Society',
    'telescopes, star charts, meteor nights, lenses, lectures',
    'the dome, the hill, the planetarium, the car park',
    'members, students, Dr. Yilmaz, night owls',
  ),
  trains: theme(
    'Night Lines',
    'sleeping cars, berths, breakfasts, tickets, connections',
    'Vienna, platform nine, the dining car, the border',
    'conductors, families, students, night travelers',
  ),
};

/** Sentences by language; `{thing}`, `{place}` and `{person}` are words of the theme. */
export const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'We bring {thing} from {place} on most days of the week.',
    'In {place}, {person} take their time to look at {thing} before anyone decides.',
    'Nobody has to book ahead for {thing}, though it helps in summer.',
    'Ask {person} about {thing} and you will hear three different stories.',
    'The first {thing} came to {place} more than forty years ago.',
    'When it rains, {person} move to {place} and carry on there.',
    'Prices for {thing} are the same for everyone, {person} included.',
    'There is a short film about {thing}, shown in {place} every hour.',
    'What {person} like best about {place} is how quiet it gets after five.',
    'Some {thing} are kept for repairs; please leave those where they are.',
    'Twice a year, {place} opens at night and {person} explain {thing} by candlelight.',
    'Write to us if {thing} you ordered have not arrived within ten days.',
    'Half of what we earn with {thing} goes into {place}.',
    'For groups, {person} prepare {thing} in advance.',
  ],
  de: [
    'An den meisten Tagen bringen wir {thing} nach {place}.',
    'Fragen Sie {person} nach {thing}, und Sie hören drei verschiedene Geschichten.',
    'Im Sommer lohnt es sich, {thing} vorher zu bestellen.',
    'Wenn es regnet, ziehen {person} um: {place} ist dann der beste Ort.',
    'Die Hälfte der Einnahmen aus {thing} fließt zurück in {place}.',
    'Zweimal im Jahr erklären {person} abends, wie {thing} entstehen.',
    'Schreiben Sie uns, wenn etwas fehlt: {thing} ersetzen wir ohne Rückfrage.',
  ],
  fr: [
    'La plupart du temps, {person} apportent {thing} tôt le matin.',
    'Demandez à {person} ce que deviennent {thing} en hiver.',
    'Deux fois par an, {place} ouvre aussi la nuit.',
    'Les prix sont les mêmes pour tout le monde : {thing} compris.',
    'Quand il pleut, {person} se retrouvent ici : {place}.',
    'Écrivez-nous si {thing} ne sont pas arrivés dans les dix jours.',
  ],
  es: [
    'Casi todos los días, {person} traen {thing} desde lejos.',
    'Pregunte por {thing} y oirá tres historias distintas.',
    'Dos veces al año, {place} abre también de noche.',
    'La mitad de lo que ganamos con {thing} vuelve a {place}.',
    'Cuando llueve, {person} siguen aquí: {place}.',
  ],
};
