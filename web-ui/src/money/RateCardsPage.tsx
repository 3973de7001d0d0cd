import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BASE } from '~/api/http';
import { rateCardPath, rateCardsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { RateCard } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { day, exact, price, words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { useNow } from '~/ui/time';
import { ImportRates } from './ImportRates';
import { keyOf } from './rateDiff';
import { ProposePrice, RateProposals } from './RateProposals';

const x = t.money.rates;
type Rate = RateCard['rates'][number];

export function RateCardsPage() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(rateCardsQuery);
  const writer = me !== undefined && may(me, 'rate.write');
  return (
    <Page title={x.title} lead={x.lead}>
      <Loaded query={query} lines={8}>
        {(cards) => cards.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <>
            <RateProposals cards={cards} login={writer ? me.login : undefined} />
            {cards.map((card) => <Card key={card.name} card={card} writer={writer} />)}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** `*` and nothing mean any. */
const orAny = (value: string | null | undefined, shown: (text: string) => string = (text) => text) =>
  value && value !== '*' ? shown(value) : <span className="quiet">{x.anyPool}</span>;

function Card({ card, writer }: { card: RateCard; writer: boolean }) {
  const now = useNow();
  const state = (rate: Rate) => {
    if (Date.parse(rate.validFrom) > now) return <Flag tone="calm">{x.future}</Flag>;
    if (rate.validTo && Date.parse(rate.validTo) <= now) return <Flag tone="calm">{x.past}</Flag>;
    return <Flag tone="good">{x.yes}</Flag>;
  };
  const columns: Column<Rate>[] = [
    { id: 'model', header: x.model, width: 160, grow: true, cell: (rate) => <b style={{ fontWeight: 500 }}>{orAny(rate.model)}</b> },
    { id: 'pool', header: x.pool, width: 130, cell: (rate) => orAny(rate.pool) },
    { id: 'class', header: x.class, width: 110, cell: (rate) => orAny(rate.class, words) },
    { id: 'meter', header: x.meter, width: 100, cell: (rate) => orAny(rate.meter, words) },
    ...(card.rates.some((rate) => rate.timeBand && rate.timeBand !== '*')
      ? [{ id: 'band', header: x.band, width: 150, cell: (rate: Rate) => orAny(rate.timeBand) }] : []),
    { id: 'price', header: x.price, unit: x.perHour, width: 150, number: true, cell: (rate) => price(rate.pricePerGpuHour, card.currency) },
    ...(card.rates.some((rate) => Number(rate.listPricePerGpuHour) !== Number(rate.pricePerGpuHour))
      ? [{ id: 'list', header: x.listPrice, unit: x.perHour, width: 150, number: true, cell: (rate: Rate) => price(rate.listPricePerGpuHour ?? rate.pricePerGpuHour, card.currency) }] : []),
    { id: 'from', header: x.from, width: 126, number: true, cell: (rate) => <span title={exact(rate.validFrom)}>{day(rate.validFrom)}</span> },
    { id: 'to', header: x.to, width: 126, number: true, cell: (rate) => (rate.validTo ? <span title={exact(rate.validTo)}>{day(rate.validTo)}</span> : <span className="quiet">{x.open}</span>) },
    { id: 'state', header: x.now, width: 110, narrow: 'head', cell: state },
  ];
  return (
    <Panel title={card.name} note={`${x.currency} ${card.currency}`} flush
      actions={
        <>
          <Button variant="default" component="a" href={`${BASE}${rateCardPath(card.name)}/csv`} download={`${card.name}.csv`}>{t.table.csv}</Button>
          {writer ? <ImportRates card={card} /> : null}
          {writer ? <ProposePrice card={card} /> : null}
        </>
      }>
      <DataTable label={x.label} columns={columns} rows={card.rates} rowKey={(rate) => keyOf(rate)} />
    </Panel>
  );
}
