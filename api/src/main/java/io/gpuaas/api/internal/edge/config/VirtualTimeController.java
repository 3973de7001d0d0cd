package io.gpuaas.api.internal.edge.config;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.VirtualTimeDriver;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Moves the clock of a product that was started on virtual time. Not there on real time.
@Hidden
@RestController
@ConditionalOnProperty(name = "gpuaas.time", havingValue = "virtual")
@RequestMapping("/api/v1/virtual-time")
final class VirtualTimeController {
  private final VirtualTimeDriver driver;
  private final LedgerFollower ledger;

  VirtualTimeController(VirtualTimeDriver driver, LedgerFollower ledger) {
    this.driver = driver;
    this.ledger = ledger;
  }

  /// Where the clock stands, and when something would happen by itself next.
  record TimeDocument(Instant now, @Nullable Instant nextEventAt) {}

  /// Where it shall go.
  record AdvanceInput(Instant advanceTo) {}

  @GetMapping
  TimeDocument read(Call call) {
    call.requireOrg(Permission.CAPACITY_READ);
    return document();
  }

  @PostMapping
  TimeDocument advance(Call call, @RequestBody AdvanceInput body) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    driver.advanceTo(body.advanceTo());
    return document();
  }

  /// How many events the ledger has just taken up.
  record BooksDocument(long booked) {}

  /// Books all that has happened, so that what is read next leaves nothing out.
  @PostMapping("/books")
  BooksDocument book(Call call) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    return new BooksDocument(ledger.catchUp());
  }

  private TimeDocument document() {
    return new TimeDocument(driver.now(), driver.nextEventAt());
  }
}
