package io.gpuaas.placement;

/// Which project's next job goes first, where shares are not compared by tournament: the job with
/// the highest score, then the earlier one.
///
/// score = priority weight × priority − share weight × decayed GPU-hours over quota ÷ fair weight
///
/// GPU-hours within a project's own quota do not count: they are its right.
///
/// @param halfLifeMillis so old GPU-hours count half; 0 = the past does not count, priority decides
/// @param priorityWeightMilli thousandths of a point for each unit of priority
/// @param shareWeightMilli thousandths of a point for each GPU-hour
public record QueueOrder(long halfLifeMillis, long priorityWeightMilli, long shareWeightMilli) {
  public static final QueueOrder BY_PRIORITY = new QueueOrder(0, 1000, 0);

  public QueueOrder {
    if (halfLifeMillis < 0 || priorityWeightMilli < 0 || shareWeightMilli < 0) {
      throw new IllegalArgumentException(
          ("halfLifeMillis (%d), priorityWeightMilli (%d) and shareWeightMilli (%d)"
                  + " must not be negative.")
              .formatted(halfLifeMillis, priorityWeightMilli, shareWeightMilli));
    }
  }

  public boolean countsPast() {
    return halfLifeMillis > 0;
  }
}
